#!/bin/sh
# Duplicate documents, whatever their names are. A script to copy and to change:
#   sh duplicate-files.sh plan FOLDER...    list what is alike and what would go; nothing goes
#   sh duplicate-files.sh remove FOLDER...  the same, and then it goes
#   sh duplicate-files.sh undo [BATCH]      what the last removal took comes back, or another one
# It ends with 0, with 1 where a plan has found something, else as variorum does (2, 3, 4).
set -eu

keep=not-name,newest      # which document stays; variorum prune --help has all rules
to=trash                  # where the others go: the trash, or a folder
report=duplicates.report  # the folder for what was found and done

run() {  # 3: some files could not be read, removed or restored; the others were, so go on
    code=0; variorum "$@" || code=$?
    case $code in 0) ;; 3) incomplete=3 ;; *) exit "$code" ;; esac
}
incomplete=0; step=${1-}; [ $# -eq 0 ] || shift
case $step in
plan | remove)
    # Scan: what is found is told by 1; with 0 and 3 nothing is, and nothing is to be done.
    mkdir -p -- "$report" || exit 4
    set -- --exclude="${report##*/}" -- "$@"  # other options of what is read go here, too
    code=0; variorum scan --fail-if-found "$@" || code=$?
    [ "$code" -eq 1 ] || exit "$code"
    # Report: for people, for programs, and names with a NUL behind each, for checksums.
    for form in html json; do run groups --output="$report/groups.$form" "$@"; done
    run problems --output="$report/problems.json" "$@"
    run groups --print0 --output="$report/names" "$@"
    tr -s '\000' <"$report/names" | xargs -0 cksum >"$report/sums" || exit 3
    # Decide: without --apply this is a plan, the dry run.
    run prune --keep="$keep" --to="$to" "$@"; [ "$step" = remove ] || exit 1
    # Remove: each file and the one that stays are read once more before.
    run prune --keep="$keep" --to="$to" --apply --output="$report/removed.json" "$@" ;;
undo)
    # Undo, and look whether all is as it was: lines that differ are shown.
    run undo "$@"
    tr -s '\000' <"$report/names" | xargs -0 cksum | diff -- "$report/sums" - || incomplete=3 ;;
*)  sed -n '2,6s/^# //p' "$0" >&2; exit 2 ;;
esac
run history; exit "$incomplete"
