import { joinWords } from '../../unwrap/join-words.ts'
import type { CallBuilder } from '../call-builder.ts'

/** `ext::…` and friends run a helper program; a URL or path instead of a remote's name goes somewhere else. */
export function checkRemote(call: CallBuilder): void {
  const [remote, ...refs] = call.parsed.operands
  if (remote !== undefined && !/^[\w][\w.-]*$/.test(remote.word.text) && remote.word.text !== '.') {
    call.host(remote.word)
    call.gadget(remote.index, `${remote.word.text} is not the name of a configured remote`)
  }
  for (const { word, index } of refs) {
    if (word.text.startsWith('+')) call.gadget(index, `${word.text} overwrites what is there`)
  }
}

export function checkPush(call: CallBuilder): void {
  checkRemote(call)
  for (const { word, index } of call.parsed.operands.slice(1)) {
    if (word.text.startsWith(':')) call.gadget(index, `${word.text} deletes a remote branch`)
  }
}

export function checkClone(call: CallBuilder): void {
  const [source] = call.parsed.operands
  if (source === undefined) return
  const { text } = source.word
  if (/^[a-z][a-z0-9+-]*::/i.test(text)) call.gadget(source.index, `${text} runs a transport helper`)
  else if (/^[/.~]|^file:/.test(text)) call.path(source.word, 'read')
}

const listing = ['-l', '--list', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at', '-n']

export function checkListing(call: CallBuilder): void {
  if (call.parsed.operands.length > 0 && !call.has(...listing)) call.change('makes a new one')
}

export function checkBranch(call: CallBuilder): void {
  if (call.parsed.operands.length > 0 && !call.has(...listing, '-a', '-r', '--all', '--remotes', '--show-current')) {
    call.change('makes a new branch')
  }
}

export function checkConfig(call: CallBuilder): void {
  const [first, second] = call.parsed.operands
  const verb = first?.word.text
  if (verb === 'get' || verb === 'list') return
  if (second !== undefined) call.gadget(second.index, 'changes the configuration')
  else if (verb === 'set' || verb === 'unset' || verb === 'edit')
    call.gadget(first?.index ?? 0, 'changes the configuration')
}

/** Paths after `--`, or a dot, throw local changes away. */
export function checkCheckout(call: CallBuilder): void {
  const makesBranch = call.has('-b', '--orphan')
  for (const [at, { word, index, afterDashes }] of call.parsed.operands.entries()) {
    const isPath = /^\.{1,2}(?:\/|$)|^:|[*?[]/.test(word.text) || (at > 0 && !makesBranch)
    if (afterDashes || isPath) call.gadget(index, 'throws local changes away')
  }
}

/** Without `--staged`, a whole tree is thrown away by one dot. */
export function checkRestore(call: CallBuilder): void {
  if (call.has('-S', '--staged') && !call.has('-W', '--worktree')) return
  for (const { word, index } of call.parsed.operands) {
    if (/^(?:\.{1,2}\/?|\/.*)$|^:|[*?[]/.test(word.text)) call.gadget(index, 'throws local changes away')
  }
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
