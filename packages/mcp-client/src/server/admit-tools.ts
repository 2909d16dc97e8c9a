import { stableStringify } from '@drawbridge/core/base'
import type { ServerConsents } from '../consent/consent-store.ts'
import type { ForeignTool } from '../listing/foreign-tool.ts'
import type { Inventory } from './inventory.ts'
import type { LaunchIdentity } from './launch-identity.ts'

/** The reason that a tool is kept from every model. */
export type WithheldReason = 'new' | 'changed' | 'server changed'

/** A tool that is kept from every model until somebody agrees to it. */
export interface WithheldTool {
  readonly name: string
  readonly reason: WithheldReason
}

/** The tools that somebody agreed to as they are, and the others. */
export interface AdmittedTools {
  readonly offered: readonly ForeignTool[]
  readonly withheld: readonly WithheldTool[]
  /** True if the server itself is not the one that was agreed to. */
  readonly isServerChanged: boolean
}

/** A tool with the fingerprint of its definition, which is made once. */
export interface KnownTool {
  readonly tool: ForeignTool
  readonly fingerprint: string
}

/** Compares what a server offers with what was agreed to. Pure. */
export function admitTools(
  { tools, fingerprints, identityFingerprint }: Pick<Inventory, 'tools' | 'fingerprints' | 'identityFingerprint'>,
  consents: ServerConsents,
): AdmittedTools {
  const isKnown = consents.server !== undefined
  const isServerChanged = isKnown && consents.server?.fingerprint !== identityFingerprint
  const offered: ForeignTool[] = []
  const withheld: WithheldTool[] = []
  for (const tool of tools) {
    const consent = consents.tools.get(tool.name)
    if (consent === undefined || !isKnown) withheld.push({ name: tool.name, reason: 'new' })
    else if (consent.fingerprint !== fingerprints.get(tool.name)) withheld.push({ name: tool.name, reason: 'changed' })
    else if (isServerChanged) withheld.push({ name: tool.name, reason: 'server changed' })
    else offered.push(tool)
  }
  return { offered, withheld, isServerChanged }
}

/** True if a tool is offered, and was agreed to, exactly as this fingerprint says. Pure. */
export function isAdmitted(
  { tool: { name }, fingerprint }: KnownTool,
  { fingerprints, identityFingerprint }: Pick<Inventory, 'fingerprints' | 'identityFingerprint'>,
  { server, tools }: ServerConsents,
): boolean {
  if (server?.fingerprint !== identityFingerprint) return false
  return fingerprints.get(name) === fingerprint && tools.get(name)?.fingerprint === fingerprint
}

/** Returns the tools that were agreed to, for a server that has not been started: if it would still be started in the same way. */
export function rememberedTools(consents: ServerConsents, launch: LaunchIdentity): readonly ForeignTool[] {
  const agreed = (consents.server?.definition as { readonly launch?: unknown } | undefined)?.launch
  if (agreed === undefined || stableStringify(agreed) !== stableStringify(launch)) return []
  return [...consents.tools.values()].map(({ definition }) => definition as ForeignTool)
}
