import { sliceWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/**
 * `docker run image command`: running is what the sub-command says; what the container gets of this machine (folders,
 * the network, variables by name) is judged here.
 */
export function checkContainer(call: CallBuilder): void {
  const [image] = call.parsed.operands
  if (image !== undefined) call.named = Math.max(call.named, image.index + 1)
  for (const { option, value, index } of call.parsed.options) {
    if (value === undefined) continue
    const { text } = value
    if (/^(?:-v|--volume)$/.test(option.name)) {
      const end = text.indexOf(':')
      const source = end < 0 ? '' : text.slice(0, end)
      if (/[/.~$]/.test(source)) call.path({ ...value, text: source, prefix: value.prefix.slice(0, end) }, 'write')
    }
    if (/^(?:-e|--env)$/.test(option.name) && !text.includes('='))
      call.gadget(index, `hands the variable ${text} to the container`)
    if (option.name === '--network' && /^(?:host$|container:)/.test(text))
      call.gadget(index, 'shares a network that is not its own')
  }
  if (image !== undefined && call.parsed.options.some(opensMachine))
    call.run({ kind: 'argv', argv: call.argv.slice(image.index + 1), denyOnly: true })
}

/** Returns true if the container has the machine's files or processes: its command counts for denials as if it ran on the machine. */
function opensMachine({ option: { name }, value }: CallBuilder['parsed']['options'][number]): boolean {
  if (name === '--privileged') return true
  if (/^--(?:pid|userns)$/.test(name)) return value?.text === 'host'
  const folder = /^(?:-v|--volume)$/.test(name)
    ? value?.text.split(':', 1)[0]
    : name === '--mount'
      ? /(?:^|,)(?:source|src)=([^,]*)/.exec(value?.text ?? '')?.[1]
      : undefined
  return folder !== undefined && /^\/(?:$|(?:etc|proc|sys|dev|root|home|boot|usr|bin|lib|var)(?:\/|$))/.test(folder)
}

/** `docker exec container command` enters what already runs: a rule spells the container and the command. */
export function checkEntered(call: CallBuilder): void {
  checkContainer(call)
  for (const { index, word } of call.parsed.operands) call.gadget(index, `starts ${word.text} in a container`)
}

/** The build context is a folder of the workspace. */
export function checkBuildContext(call: CallBuilder): void {
  call.recursive = true
  for (const { option, value, index } of call.parsed.options)
    if (option.name === '--network' && !/^(?:none|default)$/.test(value?.text ?? ''))
      call.gadget(index, 'shares a network that is not its own')
  for (const { word, index } of call.parsed.operands) {
    if (/^(?:git@|github\.com\/)|^\w+@[\w.-]+:/.test(word.text)) call.gadget(index, `${word.text} is somewhere else`)
    if (word.text === '-') call.gadget(index, 'builds what comes in on standard input')
    else call.apply('list', word, index, word.text)
  }
}

/** Secrets of a cluster are not read by a rule that only says `kubectl get`, and templates may be files. */
export function checkClusterReads(call: CallBuilder): void {
  checkClusterFiles(call)
  for (const { index, word } of call.parsed.operands) {
    if (/(?:^|[,/])secrets?(?:$|[,/.])/i.test(word.text)) call.gadget(index, 'shows secrets')
  }
}

/** Manifests from standard input, charts and templates that are fetched or read from elsewhere. */
export function checkClusterFiles(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    const text = value?.text ?? ''
    if (option.role === 'read' && text === '-') call.gadget(index, 'applies what comes in on standard input')
    const file = /^(?:go-template|jsonpath|custom-columns|template)-file=/.exec(text)
    if (/^(?:-o|--output)$/.test(option.name) && file !== null && value !== undefined)
      call.path(sliceWord(value, file[0].length), 'read')
  }
  for (const { index, word } of call.parsed.operands) {
    if (/^[a-z+]+:\/\//i.test(word.text)) call.apply('read', word, index, word.text)
    else if (/^[/~]|^\.\.?(?:\/|$)|\/\.\.(?:\/|$)/.test(word.text)) call.path(word, 'read')
  }
}

/** `kubectl cp`: the side without a colon is a path of this machine. */
export function checkCopy(call: CallBuilder): void {
  for (const { word } of call.parsed.operands) if (!word.text.includes(':')) call.path(word, 'write')
}
