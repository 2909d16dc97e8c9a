import type { Link } from '../link/open-link.ts'
import { type ForeignTool, fingerprintOf, type RejectedTool, readTools } from '../listing/foreign-tool.ts'
import { listPages } from '../listing/list-pages.ts'
import { readPage } from '../listing/read-page.ts'
import type { LaunchIdentity } from './launch-identity.ts'

/** The parts of a server besides its tools that a model or a person sees, and what it is started by. */
export interface ServerIdentity {
  readonly launch: LaunchIdentity
  readonly name?: string
  readonly version?: string
  readonly instructions?: string
  readonly prompts?: readonly unknown[]
}

/** Everything that a server offers at one moment. */
export interface Inventory {
  readonly identity: ServerIdentity
  readonly identityFingerprint: string
  readonly tools: readonly ForeignTool[]
  /** By the name of the tool. */
  readonly fingerprints: ReadonlyMap<string, string>
  readonly rejected: readonly RejectedTool[]
  readonly warnings: readonly string[]
}

const maxInstructions = 16_384

/** Asks a server for everything that it offers. A list that it does not have is empty. */
export async function takeInventory(
  { client }: Link,
  {
    launch,
    timeoutMs,
    signal,
  }: { readonly launch: LaunchIdentity; readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Inventory> {
  const capabilities = client.getServerCapabilities() ?? {}
  const list = (method: 'tools/list' | 'prompts/list', field: string) =>
    listPages((cursor) => readPage(client, { method, field, cursor }, { timeout: timeoutMs, signal }))
  const tools = capabilities.tools === undefined ? { items: [], warning: undefined } : await list('tools/list', 'tools')
  const prompts =
    capabilities.prompts === undefined ? { items: [], warning: undefined } : await list('prompts/list', 'prompts')
  const read = readTools(tools.items)
  const instructions = client.getInstructions()?.slice(0, maxInstructions)
  const { name, version } = client.getServerVersion() ?? {}
  const identity: ServerIdentity = {
    launch,
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(prompts.items.length === 0 ? {} : { prompts: prompts.items }),
  }
  return {
    identity,
    identityFingerprint: fingerprintOf(identity),
    tools: read.tools,
    fingerprints: new Map(read.tools.map((tool) => [tool.name, fingerprintOf(tool)])),
    rejected: read.rejected,
    warnings: [tools.warning, prompts.warning].filter((warning) => warning !== undefined),
  }
}

/** True if a server offers something else than before. */
export function isDifferent(before: Inventory, after: Inventory): boolean {
  if (before.identityFingerprint !== after.identityFingerprint) return true
  if (before.fingerprints.size !== after.fingerprints.size) return true
  return [...after.fingerprints].some(([name, fingerprint]) => before.fingerprints.get(name) !== fingerprint)
}
