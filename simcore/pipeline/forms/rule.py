"""The thresholds by which a pair is a form, in one place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormRule:
    """What makes two texts a form, measured in benchmarks/quality/RESULTS-kinds.md.

    In a family of forms nearly all that two share stands in the same, many documents, and what each
    has besides stands nowhere else. What two versions of one text share stands in other versions as
    well; but what one has and the other lacks does, too: in those before it or after it. So forms
    are told from versions by what differs, on both sides, and not by one pair alone.
    """

    least_documents: int = 10
    """The usual shared sample is in so many documents; those of equal bytes count once."""

    least_texts: int = 4
    """And in so many different texts; a sample seen in fewer tells nothing."""

    least_samples: int = 24
    """Fewer shared samples tell nothing: 1 in 20 of what they stand for may be missed."""

    rare_below: int = 4
    """A shared sample is rare if it is in no third text, or in a fourth of the usual number."""

    most_rare: float = 0.02
    """At most this share of the shared samples is rare; one is chance."""

    most_rare_of_part: float = 0.04
    """The same where one text is clearly shorter: a footer and a long page share some words."""

    least_owned: float = 0.7
    """This share of what differs, on each side, is in nearly no other text of their kin, which are
    all that verified pairs lead to: elsewhere any few letters are found. Of versions that branch
    from one text half of it is: what one has changed itself; the other half is what the other one
    has changed, and stands in all versions but that one."""

    usual_above: float = 0.75
    """A frame is intact where all but few of the samples that two share are in more than this share
    of the usual number of texts, and of those in so many of their kin neither text lacks one. Who
    edits a text replaces what most others have; who fills in a form does not. So it is seen even
    where what is filled in is common: a name, a place, a way to begin a program;"""

    most_varied: float = 0.02
    """few are this share of the shared samples; one is chance."""

    least_documents_intact: int = 12
    """The usual shared sample of an intact frame is in so many documents."""

    intact_sampling: int = 4
    """Told of texts of which one run of characters in so many is a sample, or more: what was put
    in anywhere breaks three or four runs, and of these one is seen."""

    most_alike_intact: float = 0.95
    """What is at least so much alike on an intact frame is near."""

    least_agreeing: float = 0.6
    """This share of all pairs of either text are such, too. Of versions a few are, by chance."""

    most_alike: float = 0.9
    """What is at least so much alike is near: most of it would be the same even of a form."""

    most_contained: float = 0.98
    """What is contained as a whole has nothing of its own."""

    most_contained_of_part: float = 0.95
    """Nor has a part of which this much is contained: where a passage was put into a text, the
    shingles across its ends are gone."""

    whole: float = 0.5
    """A text of which two hold so much, each, is one that they are versions of, or a blank form,"""

    most_own: float = 0.005
    """if it has nothing of its own: of what one of them lacks all but this much is missed there,"""

    missed_below: int = 3
    """that is, one in so many of the texts with what both hold has it. They are near if it is"""

    least_covered: float = 0.9
    """so much of what they share,"""

    most_elsewhere: float = 0.05
    """unless both have put what is theirs in the same places of it, as all but this share of the
    pairs have: where one has not, a run across the place is in all others and not in it."""

    least_places: int = 8
    """That is told where so many samples across such places are expected of all these texts,"""

    across: int = 3
    """so many runs of characters across each place: 4 of letters, 3 of Chinese characters."""

    boilerplate_documents: int = 32
    """A part of which the usual sample is in so many documents is boilerplate, whatever differs,"""

    kin: float = 0.25
    """if the whole is like at most this share of the texts that have the usual sample:"""

    kin_alike: float = 0.5
    """like are texts at least so much alike. Versions are like all that have what they share;"""

    most_alike_boilerplate: float = 0.6
    """nor is it where the two are more alike than this, or more than"""

    most_rare_of_boilerplate: float = 0.1
    """of the shared samples is rare: a passage that only the two have."""


FORMS = FormRule()
