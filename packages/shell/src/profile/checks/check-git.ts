import { joinWords } from '../../unwrap/join-words.ts'
import { sliceWord, staticWord, type Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'
import { refuseSignatures } from './check-git-reading.ts'

/** `ext::…` and friends run a helper program; a URL or path instead of a remote's name goes somewhere else. */
export function checkRemote(call: CallBuilder): void {
  const [remote, ...refs] = call.parsed.operands
  if (remote !== undefined && !/^[\w][\w.-]*$/.test(remote.word.text) && remote.word.text !== '.') {
    call.host(remote.word)
    call.gadget(remote.index, `${remote.word.text} is not the name of a configured remote`)
  }
  for (const { word, index } of refs) {
    if (!word.text.startsWith('+')) continue
    call.gadget(index, `${word.text} overwrites what is there`)
    call.spell(index, ['--force', '-f'])
  }
}

export function checkPush(call: CallBuilder): void {
  checkRemote(call)
  for (const { option, index } of call.parsed.options)
    if (option.name === '--mirror') call.spell(index, ['--force', '-f'])
  for (const { word, index } of call.parsed.operands.slice(1)) {
    if (!/^\+?:/.test(word.text)) continue
    call.gadget(index, `${word.text} deletes a remote branch`)
    call.spell(index, ['--delete', '-d'])
  }
}

export function checkClone(call: CallBuilder): void {
  const [source] = call.parsed.operands
  if (source === undefined) return
  const { text } = source.word
  if (/^[a-z][a-z0-9+-]*::/i.test(text)) call.gadget(source.index, `${text} runs a transport helper`)
  else if (/^[/.~]|^file:/.test(text)) {
    call.recursive = true
    call.reach = { hidden: true, followsLinks: false, tracked: true }
    call.path(source.word, 'read')
    call.recursive = false
  }
}

const listing = ['-l', '--list', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at', '-n']

export function checkListing(call: CallBuilder): void {
  refuseSignatures(call)
  if (call.parsed.operands.length > 0 && !call.has(...listing)) call.change('makes a new one')
}

export function checkBranch(call: CallBuilder): void {
  refuseSignatures(call)
  if (call.parsed.operands.length > 0 && !call.has(...listing, '-a', '-r', '--all', '--remotes', '--show-current')) {
    call.change('makes a new branch')
  }
}

export function checkConfig(call: CallBuilder): void {
  const [first, second] = call.parsed.operands
  const verb = first?.word.text
  for (const { option, value } of call.parsed.options)
    if (/^(?:-f|--file)$/.test(option.name) && value !== undefined) call.path(value, 'write')
  if (verb === 'get' || verb === 'list') return
  if (second !== undefined) call.gadget(second.index, 'changes the configuration')
  else if (verb === 'set' || verb === 'unset' || verb === 'edit')
    call.gadget(first?.index ?? 0, 'changes the configuration')
}

/** Paths after `--` or a revision, a dot, and what looks like a file throw local changes away. */
export function checkCheckout(call: CallBuilder): void {
  const makesBranch = call.has('-b', '-B', '--orphan', '-t', '--track', '--detach')
  if (checksOutMore(call)) call.strays('changes the files to those of a revision')
  for (const [position, { word, index, afterDashes }] of call.parsed.operands.entries()) {
    const isPath =
      afterDashes || /^\.{1,2}(?:\/|$)|^:|[*?[]|\.[a-z]{1,5}$/i.test(word.text) || (position > 0 && !makesBranch)
    if (!isPath) continue
    call.path(pathspec(word), 'write')
    call.gadget(index, 'throws local changes away')
  }
}

/** A new branch at the current commit changes no file, and paths behind `--` limit the change to themselves. */
function checksOutMore(call: CallBuilder): boolean {
  const { operands } = call.parsed
  if (call.has('--pathspec-from-file', '-p', '--patch')) return true
  return operands.length > 0 && !operands.every(({ afterDashes }) => afterDashes)
}

/** Puts the files of another revision in the place of those that are there. */
export function checkSwitch(call: CallBuilder): void {
  if (call.parsed.operands.length > 0 || call.has('--orphan')) call.strays('changes the files to those of a revision')
}

export function checkReset(call: CallBuilder): void {
  if (call.has('--hard', '--merge', '--keep')) call.strays('changes the files to those of a revision')
}

/** Without `--staged`, a whole tree is thrown away by one dot or by a pattern. */
export function checkRestore(call: CallBuilder): void {
  const staged = call.has('-S', '--staged') && !call.has('-W', '--worktree')
  if (call.has('--pathspec-from-file')) call.strays('changes the files that another file names')
  for (const { word, index } of call.parsed.operands) {
    call.path(pathspec(word), staged ? 'list' : 'write')
    if (!staged && /^(?:\.{1,2}\/?|\/.*|:.*|.*[*?[].*)$/s.test(word.text))
      call.gadget(index, 'throws local changes away')
  }
}

/** `:(top)a`, `:/a`, `:!a`: the path behind the magic; without one the whole tree. */
function pathspec(word: Word): Word {
  const magic = /^:(?:\([^)]*\)|[/!^]+)?/.exec(word.text)
  if (magic === null) return word
  return magic[0].length === word.text.length ? staticWord('.') : sliceWord(word, magic[0].length)
}

/** Operands are paths whose content comes into the index or into a commit. */
export function checkAdded(call: CallBuilder): void {
  call.recursive = true
  call.reach = { hidden: true, followsLinks: false, names: [] }
  for (const { word } of call.parsed.operands) call.path(pathspec(word), 'read')
  if (call.has('--pathspec-from-file')) call.strays('takes the files that another file names')
  const all = call.has('-A', '--all', '-a') || call.has('-u', '--update')
  if (all && call.parsed.operands.length === 0) call.path(staticWord('.'), 'read')
}

/** A patch names what it changes, wherever below the folder that is. */
export function checkPatch(call: CallBuilder): void {
  if (call.has('--stat', '--numstat', '--summary', '--check', '--abort', '--quit', '--show-current-patch')) return
  call.strays('changes whatever files the patch names')
  call.recursive = true
  const folder = call.parsed.options.find(({ option }) => option.name === '--directory')?.value
  call.path(folder ?? staticWord('.'), 'write')
}

export function checkRebase(call: CallBuilder): void {
  for (const { option, value } of call.parsed.options) {
    if ((option.name === '-x' || option.name === '--exec') && value !== undefined) {
      call.run({ kind: 'script', text: value, positional: [], denyOnly: true })
    }
  }
}

/** `submodule foreach 'cmd'`, `bisect run cmd`. */
export function checkSubmodule(call: CallBuilder): void {
  const words = call.parsed.operands.map((operand) => operand.word)
  if (words.length > 0) call.run({ kind: 'script', text: joinWords(words), positional: [], denyOnly: true })
}
