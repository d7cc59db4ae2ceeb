"""The review of the results: navigating, marking, judging, and writing them to a file.

Exports: a class for each, which takes the view and the notices that it uses: ReviewController,
MarkController, KeptMarks, JudgementController, ResultFiles; Focus, and the ReviewActions.

May import: what results may.
"""
