import { sliceWord, staticWord, type Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'
import type { Operand } from '../parse-arguments.ts'

/** The entries of a folder that git reads: tracked files, hidden or not. */
const kept = { hidden: true, followsLinks: false, tracked: true } as const

/** A revision by its form alone: `HEAD~2`, `main..dev`, `@{u}`, a hash. A branch name may as well be the name of a file. */
const revision = /^(?:HEAD|FETCH_HEAD|ORIG_HEAD|@)(?:[~^@{].*)?$|[^/]\.\.+|^\.\.+[^/.]|[~^]|@\{|^[0-9a-f]{7,40}$/

/** `HEAD:a/b`, `:a`, `:0:a`, `:(top)a`: the path behind the colon; else the whole word. */
function pathOf(word: Word): Word {
  const magic = /^:(?:\([^)]*\)|[0-3]:|[/!^]+)?/.exec(word.text)
  if (magic !== null) return sliceWord(word, magic[0].length)
  const colon = word.text.indexOf(':')
  return colon < 0 ? word : sliceWord(word, colon + 1)
}

/** Operands are revisions, paths, or `revision:path`. What may be a path counts as one, with all below it. */
export function readsOperands(call: CallBuilder): void {
  refuseSignatures(call)
  readPaths(call, call.parsed.operands)
}

/** `%G?` and `%(signature)` start the program that the configuration names for checking signatures. */
export function refuseSignatures(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options)
    if (/^--(?:format|pretty)$/.test(option.name) && /%(?:[-+ ]?G|\([^)]*signature)/.test(value?.text ?? ''))
      call.gadget(index, `${option.name} checks signatures by another program`)
}

function readPaths(call: CallBuilder, operands: readonly Operand[]): void {
  call.recursive = true
  call.reach = kept
  for (const { word, afterDashes } of operands) {
    const path = pathOf(word)
    if (path === word && !afterDashes && revision.test(word.text)) continue
    call.path(path.text === '' ? { ...path, text: '.' } : globbed(path), 'read')
  }
}

/** Git matches the wildcards of a path itself, dot files and all. */
function globbed(word: Word): Word {
  if (!word.static || !/[*?[]/.test(word.text)) return word
  const prefix = word.text.slice(0, word.text.search(/[*?[]/))
  return { ...word, static: false, pattern: true, prefix }
}

/** Without a path, everything that the repository keeps is read. */
function readAll(call: CallBuilder): void {
  call.recursive = true
  call.reach = kept
  call.path(staticWord('.'), 'read')
}

const summaries =
  `--stat --numstat --shortstat --name-only --name-status --summary --dirstat -X --raw -s --no-patch --quiet
  --compact-summary --check`.split(/\s+/)
const patches =
  '-p -u --patch -U --unified --patch-with-raw --patch-with-stat -m -c --cc --combined-all-paths -W'.split(' ')

/** `git log -p` and `git show` print a patch, which shows the content of files. */
export function readsHistory(call: CallBuilder): void {
  refuseSignatures(call)
  readPaths(call, call.parsed.operands)
  readLines(call)
  const shows = call.argv[call.named - 1]?.text === 'show' || call.argv[call.named - 1]?.text === 'whatchanged'
  // A search for changes of a text tells what is in files that are not shown.
  const patch = call.has(...patches, '-S', '-G') || (shows && !call.has(...summaries))
  if (patch && !namesPath(call)) readAll(call)
}

/** `git log -L 1,5:file`, `-L :function:file`: the history of lines, with their content. */
function readLines(call: CallBuilder): void {
  for (const { option, value } of call.parsed.options) {
    if (option.name !== '-L' || value === undefined) continue
    const colon = value.text.lastIndexOf(':')
    if (colon >= 0) call.path(sliceWord(value, colon + 1), 'read')
  }
}

/** `git stash list -p`, `git stash show -p`: all that was put aside. */
export function readsStash(call: CallBuilder): void {
  const paths = call.parsed.operands.filter(({ afterDashes }) => afterDashes)
  readPaths(call, paths)
  if (call.has('-p', '--patch') && paths.length === 0) readAll(call)
}

/** `git ls-files`, `git ls-tree`: the names of the files in the repository. */
export function listsTracked(call: CallBuilder): void {
  refuseSignatures(call)
  call.recursive = true
  call.reach = kept
  const paths = call.parsed.operands.filter(({ word, afterDashes }) => afterDashes || !revision.test(word.text))
  for (const { word } of paths) call.path(globbed(pathOf(word)), 'list')
  if (paths.length === 0) call.path(staticWord('.'), 'list')
}

/** `git cat-file -p HASH`: only the repository knows which file has the content. */
export function readsObjects(call: CallBuilder): void {
  readsOperands(call)
  const asks = call.has('-t', '-s', '-e')
  const names = call.parsed.operands.every(({ word }) => pathOf(word) !== word)
  if (!asks && (call.has('--batch') || !names)) call.strays('shows whatever content the object has')
}

/** `git format-patch`: what changed is written out, of all files. */
export function writesPatches(call: CallBuilder): void {
  readPaths(call, call.parsed.operands)
  if (!namesPath(call)) readAll(call)
}

export function readsDifferences(call: CallBuilder): void {
  refuseSignatures(call)
  if (call.has('--no-index')) {
    call.recursive = true
    for (const { word } of call.parsed.operands) call.path(word, 'read')
    return
  }
  readPaths(call, call.parsed.operands)
  if ((call.has(...patches) || !call.has(...summaries)) && !namesPath(call)) readAll(call)
}

function namesPath(call: CallBuilder): boolean {
  return call.parsed.operands.some(({ word, afterDashes }) => afterDashes || pathOf(word) !== word)
}

/** `git grep PATTERN [REVISION…] [-- PATH…]` */
export function readsMatches(call: CallBuilder): void {
  const given = call.parsed.options.some(({ option }) => option.role === 'pattern') || call.has('-f')
  const places = given ? call.parsed.operands : call.parsed.operands.slice(1)
  call.recursive = true
  call.reach = call.has('--untracked', '--no-index', '--no-exclude-standard')
    ? { hidden: true, followsLinks: false }
    : kept
  for (const { word, afterDashes } of places) {
    if (!afterDashes && revision.test(word.text)) continue
    const path = pathOf(word)
    call.path(path.text === '' ? { ...path, text: '.' } : globbed(path), 'read')
  }
  if (!places.some(({ afterDashes, word }) => afterDashes || !revision.test(word.text)))
    call.path(staticWord('.'), 'read')
}

/** `git archive REVISION [PATH…]` */
export function readsArchive(call: CallBuilder): void {
  if (call.has('-l', '--list')) return
  const paths = call.parsed.operands.slice(1)
  if (paths.length === 0) readAll(call)
  else readPaths(call, paths)
}
