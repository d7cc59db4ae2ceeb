"""Beyond one machine: the same pairs and groups, found by Spark where the data are.

A job is a row of stages (``job``) over packets: arrays on their way to a bucket, where those that
belong together come together. Of Spark it asks to map partitions and to bring packets to buckets
(``packets``; ``spark`` does it); all else is the engine's own functions over arrays, and runs in
one process, too, where the tests hold it against what one process finds.

``job`` puts the stages in their order. No number and no order depends on partitions: a
task that is repeated makes the same again.
"""
