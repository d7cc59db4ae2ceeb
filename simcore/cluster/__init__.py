"""Beyond one machine: the same pairs and groups, found by Spark where the data are.

A job is a row of stages (``job``) over packets: arrays on their way to a bucket, where those that
belong together come together. Of Spark it asks to map partitions and to bring packets to buckets
(``frames``; ``spark`` does it); all else is the engine's own functions over arrays, and runs in one
process, too, where the tests hold it against what one process finds.

The ``stages`` are put in their order by ``job``. No number and no order depends on partitions: a
task that is repeated makes the same again.
"""
