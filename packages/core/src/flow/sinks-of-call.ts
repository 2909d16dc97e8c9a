import { compileNamePattern } from '../glob/name-pattern.ts'
import { isJsonObject } from '../json/index.ts'
import type { RegisteredTool } from '../registry/registered-tool.ts'
import { pointerSegments } from '../schema/schema-pointer.ts'
import type { Target } from '../target/target.ts'
import type { Risk } from '../tool/permission.ts'
import { readActWords, stem, wordsOfName } from './act-words.ts'
import { formOf } from './normal-forms.ts'
import type { FlowSettings, Sink, SinkKind } from './sink.ts'
import type { SinkValue } from './vouch.ts'

/** The parts of a call that are judged. */
export interface JudgedCall {
  readonly tool: RegisteredTool
  readonly input: unknown
  readonly targets: readonly Target[]
  readonly risk: Risk
  readonly hookOpinions?: readonly unknown[]
}

/** The values of a call that decide, and what it says. */
export interface CallSinks {
  readonly values: readonly SinkValue[]
  /** The texts of the call, in which addresses are values of their own. */
  readonly contents: readonly { readonly at: string; readonly text: string }[]
  /** Every other text of the call. */
  readonly others: readonly { readonly at: string; readonly text: string }[]
}

type Called = Pick<JudgedCall, 'tool' | 'input' | 'targets'>

/** Returns the decisive values of a call: those that its tool declares or the operator set, else by name and format, and its targets. */
export function sinksOf(call: Called, { tools = {} }: FlowSettings): CallSinks {
  const { name, definition } = call.tool
  const set = Object.entries(tools).find(([pattern]) => isTool(pattern, name))?.[1]
  const declared = set ?? definition.sinks
  const leaves = leavesOf(call.input, '', '')
  const nouns = readActWords(name).nouns
  const values: SinkValue[] = []
  const contents: { at: string; text: string }[] = []
  const others: { at: string; text: string }[] = []
  for (const leaf of leaves) {
    const kind = declared === undefined ? kindByName(leaf) : declared.find((sink) => covers(sink, leaf.at))?.kind
    const words = [...wordsOfName(leaf.name).map(stem), ...(kind === 'object' ? nouns : [])]
    if (kind === 'content' || (kind === undefined && contentName.test(leaf.name)))
      contents.push({ at: leaf.at, text: leaf.text })
    else if (kind !== undefined) values.push({ at: leaf.at, kind, value: leaf.text, nouns: words })
    else others.push({ at: leaf.at, text: leaf.text })
  }
  for (const target of call.targets) {
    const value = sinkOfTarget(target)
    if (value !== undefined) values.push(value)
  }
  return { values, contents, others }
}

/** Returns true if a pattern of the operator means a tool. */
export function isTool(pattern: string, name: string): boolean {
  return compileNamePattern(pattern).matches(name, { steps: 0 })
}

interface Leaf {
  readonly at: string
  /** The name of the innermost field. */
  readonly name: string
  readonly text: string
  readonly isText: boolean
}

function leavesOf(value: unknown, at: string, name: string): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, `${at}/${index}`, name))
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, item]) =>
      leavesOf(item, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, key),
    )
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ at, name, text: value, isText: true }]
  if (typeof value === 'number' || typeof value === 'bigint') return [{ at, name, text: String(value), isText: false }]
  return []
}

function covers({ pointer }: Sink, at: string): boolean {
  const [wanted, given] = [pointerSegments(pointer), pointerSegments(at)]
  // A sink that is a list or an object is all that it holds.
  return wanted.length <= given.length && wanted.every((segment, index) => segment === '*' || segment === given[index])
}

const contentName =
  /^(?:body|content|contents|text|message|messages|subject|title|description|note|notes|comment|summary|caption|reason|memo|details|new|html|markdown|snippet|query|keywords?)$/i

const recipientName =
  /^(?:to|cc|bcc|recipients?|emails?|email_address|users?|usernames?|user_?email|members?|participants?|attendees?|invitees?|guests?|assignees?|reviewers?|channels?|channel_?name|groups?|payee|beneficiary|accounts?|iban|phone|phone_?number|target_?user|receiver|friend|contact)$/i
const destinationName =
  /^(?:.*url|.*uri|link|website|webhook|endpoint|hosts?|domain|server|path|file_?path|folder|directory|destination|remote|repo|repository)$/i
const objectName = /^(?:id|ids|.*_ids?|.*Ids?|.*ID|uuid|name|file_?name|hotel|restaurant|company|password|key)$/
const codeName = /^(?:command|cmd|code|script|sql|expression|program|query_?string|statement)$/i
const amountName = /^(?:amount|price|quantity|total|sum|fee|shares|units|limit_price)$/i

/** Tools of others seldom say what decides: a well-known name or format does, else any text of them is taken for it. */
function kindByName({ name, text, isText }: Leaf): SinkKind | undefined {
  if (amountName.test(name)) return 'amount'
  if (codeName.test(name)) return 'code'
  const form = formOf(text)
  if (recipientName.test(name)) return 'recipient'
  if (destinationName.test(name)) return 'destination'
  if (objectName.test(name)) return 'object'
  if (!isText) return undefined
  if (contentName.test(name)) return 'content'
  if (form === 'email' || form === 'account') return 'recipient'
  if (form === 'url') return 'destination'
  return /^\d{4}-\d\d?-\d\d?(?:[T ][\d:.Z+-]*)?$|^\d{1,2}:\d\d(?:\s?[ap]m)?$|^(?:true|false|yes|no|none)$/i.test(text)
    ? undefined
    : 'object'
}

function sinkOfTarget(target: Target): SinkValue | undefined {
  switch (target.kind) {
    case 'host':
      return {
        at: 'host',
        kind: 'destination',
        value: `${target.scheme}://${hostOf(target.host)}${portOf(target)}`,
        nouns: [],
      }
    case 'path':
      if (target.zone !== 'outside' || target.access === 'list' || target.access === 'read') return undefined
      return { at: 'path', kind: 'destination', value: target.declared, nouns: [] }
    case 'command':
      return { at: 'command', kind: 'code', value: target.argv.map(({ text }) => text).join(' '), nouns: [] }
    case 'dynamic':
      return { at: `dynamic ${target.of}`, kind: 'code', value: target.why, nouns: [] }
    case 'session':
    case 'agent':
    case 'server':
      return undefined
  }
}

function hostOf(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

function portOf({ scheme, port }: Extract<Target, { kind: 'host' }>): string {
  return (scheme === 'https' && port === 443) || (scheme === 'http' && port === 80) ? '' : `:${port}`
}
