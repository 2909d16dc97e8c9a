import { escapeToOneLine, escapeUnprintable, stableStringify } from '@drawbridge/core/base'
import type { ForeignTool } from '../listing/foreign-tool.ts'
import type { Inventory, ServerIdentity } from '../server/inventory.ts'
import type { ServerConsents } from './consent-store.ts'

/** The difference between what a server offers and what was agreed to, in lines for a person. */
export interface ConsentView {
  readonly text: string
  /** True if there is nothing to agree to. */
  readonly isAgreed: boolean
}

/** The facts that a view takes into account besides the two versions. */
export interface ConsentContext {
  readonly server: string
  /** True if the program of the server is fetched by name without a version. */
  readonly isUnpinned: boolean
  /** The ids of the other servers: a description that names a tool of another server is pointed out. */
  readonly others: readonly string[]
}

/** Describes everything that a person has to look at before agreeing, and only that. */
export function describeChanges(
  { identity, identityFingerprint, tools, fingerprints, rejected }: Inventory,
  consents: ServerConsents,
  { server, isUnpinned, others }: ConsentContext,
): ConsentView {
  const known = consents.server?.definition as ServerIdentity | undefined
  const isServerSame = consents.server?.fingerprint === identityFingerprint
  const fresh = tools.filter(({ name }) => !consents.tools.has(name))
  const changed = tools.filter(({ name }) => {
    const consent = consents.tools.get(name)
    return consent !== undefined && consent.fingerprint !== fingerprints.get(name)
  })
  const gone = [...consents.tools.keys()].filter((name) => !fingerprints.has(name))
  const flags = tools.flatMap((tool) => flagsOf(tool, server, others))
  const isAgreed = isServerSame && fresh.length === 0 && changed.length === 0
  const lines = [
    ...(isServerSame ? [] : [...difference(`Server ${server}`, known, identity)]),
    ...(isUnpinned && !isServerSame
      ? ['Note: its program is fetched by name without a version, so it may be another one at any start.']
      : []),
    ...fresh.flatMap((tool) => [
      `New tool ${tool.name}`,
      ...fieldsOf(tool).map(([field, value]) => `  + ${field}: ${value}`),
    ]),
    ...changed.flatMap((tool) =>
      difference(`Changed tool ${tool.name}`, consents.tools.get(tool.name)?.definition, tool),
    ),
    ...gone.map((name) => `Tool ${name} is gone.`),
    ...rejected.map(({ name, reason }) => `Left out: ${escapeToOneLine(name)}. ${reason}`),
    ...(isAgreed ? [] : flags),
  ]
  const same = tools.length - fresh.length - changed.length
  const summary = isAgreed
    ? `Everything of "${server}" was agreed to: ${tools.length} tools.`
    : `${fresh.length} new, ${changed.length} changed, ${same} unchanged.`
  return { text: [...lines, summary].map((line) => `${line}\n`).join(''), isAgreed }
}

function difference(title: string, before: unknown, after: unknown): readonly string[] {
  const [old, now] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))]
  const lines = [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [left, right] = [old.get(field), now.get(field)]
    if (left === right) return []
    return [
      ...(left === undefined ? [] : [`  - ${field}: ${left}`]),
      ...(right === undefined ? [] : [`  + ${field}: ${right}`]),
    ]
  })
  return [title, ...lines]
}

function fieldsOf(value: unknown): readonly (readonly [field: string, text: string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([field]) => field !== 'name' || 'launch' in value)
    .map(([field, part]) => [field, typeof part === 'string' ? indented(part) : escapeToOneLine(stableStringify(part))])
}

function indented(text: string): string {
  return escapeUnprintable(text).replaceAll('\n', '\n      ')
}

/** Words that mention the tools of another server may be meant to steer their use. */
function flagsOf(tool: ForeignTool, server: string, others: readonly string[]): readonly string[] {
  const text = stableStringify(tool)
  return others
    .filter((other) => other !== server && new RegExp(`\\bmcp(?:\\.|_+)${other}(?:\\.|_+)\\w`, 'i').test(text))
    .map((other) => `Note: ${tool.name} names a tool of the server "${other}".`)
}
