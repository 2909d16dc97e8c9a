import { checkRemote } from '../checks/check-git.ts'
import {
  listsTracked,
  readsArchive,
  readsDifferences,
  readsHistory,
  readsMatches,
  readsObjects,
  readsOperands,
} from '../checks/check-git-reading.ts'
import type { Profile } from '../profile.ts'

const diffOptions = `
    -# -p|--patch -s|--no-patch -u -U|--unified= --output=:output --output-indicator-new= --output-indicator-old=
    --raw --patch-with-raw --indent-heuristic --minimal --patience --histogram --anchored= --diff-algorithm=
    --stat=? --compact-summary --numstat --shortstat -X|--dirstat=? --cumulative --summary --patch-with-stat -z
    --name-only --name-status --submodule=? --color=? --no-color --color-moved=? --word-diff=? --word-diff-regex=
    --color-words=? --no-renames --rename-empty --check --ws-error-highlight= --full-index --binary --abbrev=? -B=?
    -M=? --find-renames=? -C=? --find-copies=? --find-copies-harder -D --irreversible-delete -l= --diff-filter= -S=
    -G= --find-object= --pickaxe-all --pickaxe-regex -O=:read --relative=? --no-relative -a|--text
    --ignore-cr-at-eol --ignore-space-at-eol -b|--ignore-space-change -w|--ignore-all-space --ignore-blank-lines -I=
    --inter-hunk-context= -W|--function-context --exit-code --quiet --no-ext-diff --no-textconv
    --ignore-submodules=? --src-prefix= --dst-prefix= --no-prefix --default-prefix --line-prefix= -R --cached
    --staged --merge-base -m -c --cc --combined-all-paths -t -r --ext-diff:run --textconv:run`
const logOptions = `
    --follow --no-decorate --decorate=? --decorate-refs= --source --log-size -L= -n|--max-count= --skip= --since=
    --after= --until= --before= --since-as-filter= --author= --committer= --grep=:data --grep-reflog= --all-match
    --invert-grep -i|--regexp-ignore-case --basic-regexp -E|--extended-regexp -F|--fixed-strings -P|--perl-regexp
    --remove-empty --merges --no-merges --min-parents= --max-parents= --first-parent --not --all --branches=?
    --tags=? --remotes=? --glob= --exclude= --reflog --alternate-refs --stdin --cherry --cherry-mark --cherry-pick
    --left-right --left-only --right-only -g|--walk-reflogs --merge --boundary --simplify-by-decoration
    --full-history --dense --sparse --simplify-merges --ancestry-path=? --date-order --author-date-order
    --topo-order --reverse --pretty=? --format=:data --abbrev-commit --no-abbrev-commit --oneline --encoding=
    --no-notes --notes=? --show-signature:gadget --relative-date --date= --parents --children --graph
    --show-linear-break=? --no-walk=? --count --no-graph --show-pulls --no-mailmap --use-mailmap`
const reading = { operands: 'name*', readonly: true, check: readsOperands } satisfies Profile
const history: Profile = { ...reading, options: `${diffOptions} ${logOptions}`, check: readsHistory }

export const gitHistory: Readonly<Record<string, Profile>> = {
  log: history,
  show: history,
  diff: {
    ...history,
    check: readsDifferences,
    options: `${diffOptions} --no-index -1 -2 -3 --ours --theirs --base -0`,
  },
  shortlog: { ...history, options: `${logOptions} -s -n -e -c --summary --numbered --email --group= -w=?` },
  'rev-list': {
    ...history,
    options: `
      ${logOptions} -# --objects --objects-edge --bisect --bisect-vars --header --timestamp --disk-usage=?
      --use-bitmap-index --max-age= --no-commit-header`,
  },
  whatchanged: history,
  reflog: {
    ...history,
    options: `${diffOptions} ${logOptions}`,
    readonly: true,
    subcommandOptional: true,
    subcommands: {
      show: history,
      exists: reading,
      list: reading,
      delete: { gadget: 'deletes history', operands: 'name*' },
      expire: { gadget: 'deletes history', operands: 'name*' },
    },
  },
  'diff-tree': { ...history, options: `${diffOptions} ${logOptions} --root --stdin --no-commit-id` },
  'diff-index': { ...history, options: diffOptions },
  'diff-files': { ...history, options: diffOptions },
  'range-diff': { ...history, options: `${diffOptions} --creation-factor= --no-dual-color --left-only --right-only` },
}

export const gitReading: Readonly<Record<string, Profile>> = {
  status: {
    ...reading,
    options: `
        -s|--short -b|--branch -v|--verbose -u=? --untracked-files=? --ignored=? --show-stash --porcelain=? --long
        -z --column=? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames=?
        --ignore-submodules=?`,
  },
  blame: {
    ...reading,
    options: `
        -[bcefklnpstw] --root --show-stats -L= -M=? -C=? -S=:read --reverse= --porcelain --line-porcelain
        --incremental --encoding= --date= --since= --abbrev= --color-lines --color-by-age --ignore-rev=
        --ignore-revs-file=:read --show-name --show-number --show-email --first-parent`,
  },
  annotate: { ...reading, options: '-[bcefklnpstw] -L=' },
  grep: {
    operands: 'pattern name*',
    readonly: true,
    check: readsMatches,
    options: `
        -# -[avIirwFGEPnhHlLzoqcpW] -A= -B= -C= -m|--max-count= -e=:pattern -f=:read --cached --untracked --no-index
        --recurse-submodules --text --ignore-case --word-regexp --invert-match --fixed-strings --basic-regexp
        --extended-regexp --perl-regexp --line-number --column --full-name --name-only --files-with-matches
        --files-without-match --null --only-matching --count --color=? --no-color --break --heading --show-function
        --function-context --after-context= --before-context= --context= --max-depth= --recursive --no-recursive
        --threads= --and --or --not --all-match --quiet --exclude-standard --no-exclude-standard -O=?:run
        --open-files-in-pager=?:run --textconv:run --ext-grep:run`,
  },
  'ls-files': {
    ...reading,
    check: listsTracked,
    options: `
        -[cdmosiuktvfz] -x|--exclude= -X|--exclude-from=:read --exclude-per-directory= --exclude-standard --cached
        --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --eol
        --error-unmatch --with-tree= --full-name --abbrev=? --recurse-submodules --deduplicate --format=`,
  },
  'ls-tree': {
    ...reading,
    check: listsTracked,
    options: '-[drtlz] --long --name-only --name-status --object-only --full-name --full-tree --abbrev=? --format=',
  },
  'ls-remote': {
    touches: 'named',
    options: `
        -[htq] -o= --heads --branches --tags --refs --quiet --exit-code --get-url --sort= --symref --server-option=
        --upload-pack=:run --exec=:run`,
    operands: 'name*',
    effects: ['network'],
    check: checkRemote,
  },
  'rev-parse': {
    ...reading,
    options: `
        -q --parseopt --sq --sq-quote --verify --quiet --short=? --abbrev-ref=? --symbolic --symbolic-full-name
        --all --branches=? --tags=? --remotes=? --glob= --show-toplevel --show-superproject-working-tree --git-dir
        --absolute-git-dir --git-common-dir --is-inside-git-dir --is-inside-work-tree --is-bare-repository
        --is-shallow-repository --show-prefix --show-cdup --show-object-format=? --local-env-vars --git-path=
        --path-format= --revs-only --no-revs --flags --no-flags --default= --since= --until=`,
  },
  'cat-file': {
    ...reading,
    check: readsObjects,
    options: `
        -t -s -e -p --batch=? --batch-check=? --batch-all-objects --buffer --unordered --textconv:run --filters:run
        --path= --allow-unknown-type --use-mailmap`,
  },
  describe: {
    ...reading,
    options: `
        --dirty=? --broken=? --all --tags --contains --abbrev= --candidates= --exact-match --debug --long --match=
        --exclude= --always --first-parent`,
  },
  'name-rev': { ...reading, options: '--tags --refs= --exclude= --all --name-only --no-undefined --always' },
  'merge-base': { ...reading, options: '-a --all --octopus --independent --is-ancestor --fork-point' },
  'for-each-ref': {
    ...reading,
    options: `
        --count= --sort= --format= --color=? --points-at= --merged=? --no-merged=? --contains=? --no-contains=?
        --ignore-case --omit-empty --exclude= --include-root-refs`,
  },
  'show-ref': {
    ...reading,
    options: '-[hdsq] --head --heads --branches --tags --dereference --hash=? --verify --abbrev=? --quiet --exists',
  },
  'show-branch': {
    ...reading,
    options: `
        -[ar] --all --remotes --current --topo-order --date-order --sparse --list --sha1-name --no-name --topics
        --reflog=?`,
  },
  'count-objects': { ...reading, options: '-v -H --verbose --human-readable' },
  cherry: { ...reading, options: '-v --abbrev=?' },
  'check-ignore': { ...reading, options: '-[qvzn] --stdin --no-index --verbose --non-matching' },
  'check-attr': { ...reading, options: '-a --all --stdin -z --cached --source=' },
  'check-ref-format': { ...reading, options: '--branch --allow-onelevel --normalize' },
  'check-mailmap': { ...reading, options: '--stdin' },
  'verify-pack': { ...reading, options: '-v -s' },
  var: reading,
  version: { options: '--build-options', readonly: true },
  fsck: {
    ...reading,
    options: `
        --full --strict --unreachable --dangling --no-dangling --root --cache --no-reflogs --connectivity-only
        --progress --no-progress --verbose -v --name-objects`,
  },
  archive: {
    options: `
        -l --list -v --format= --prefix= -# -o=:output --output=:output --add-file=:read --remote=:gadget
        --exec=:run --worktree-attributes`,
    operands: 'name*',
    readonly: true,
    check: readsArchive,
  },
}
