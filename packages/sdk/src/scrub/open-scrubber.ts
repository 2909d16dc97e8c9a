import { hostname, networkInterfaces } from 'node:os'
import { DrawbridgeError } from '@drawbridge/core'
import {
  compileOperatorPatterns,
  createScrubber,
  type OperatorPattern,
  type OperatorPatterns,
  type Scrubber,
  type SecretRegistry,
} from '@drawbridge/core/scrub'
import type { ServerAddresses } from './scrub-options.ts'

export interface ScrubberSources {
  /** Values registered at run time, which never leave either. */
  readonly registry: SecretRegistry
  readonly secrets: readonly string[]
  readonly patterns: readonly OperatorPattern[]
  readonly serverAddresses: ServerAddresses
}

/** The one scrubber of a Drawbridge. Throws `DrawbridgeError` for what it could not find in a text. */
export async function openScrubber({
  registry,
  secrets,
  patterns,
  serverAddresses,
}: ScrubberSources): Promise<Scrubber> {
  registerSecrets(registry, secrets)
  if (serverAddresses !== 'off') await registerAddresses(registry, serverAddresses)
  return createScrubber({ dynamic: registry, ...(patterns.length === 0 ? {} : { patterns: await compile(patterns) }) })
}

/** @throws DrawbridgeError `invalid_option` for a value that would be removed from ordinary words. */
export function registerSecrets(registry: SecretRegistry, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (registry.register(secret, { scope: 'process' }).accepted) continue
    throw new DrawbridgeError(
      'invalid_option',
      'One of the `secrets` is shorter than six characters: it would be removed from ordinary words.',
    )
  }
}

async function registerAddresses(registry: SecretRegistry, setting: ServerAddresses): Promise<void> {
  const { serverAddresses } = await import('./server-addresses.ts')
  for (const { name, spellings } of serverAddresses(setting, {
    hostname: hostname(),
    interfaces: networkInterfaces(),
  })) {
    const accepted = spellings.map(
      (text) => registry.register(text, { scope: 'process', rule: 'server-address' }).accepted,
    )
    if (accepted.includes(true) || setting === 'auto') continue
    throw new DrawbridgeError(
      'invalid_option',
      `"${name}" in \`scrub.serverAddresses\` is loopback or shorter than six characters, which is never removed. Leave it out.`,
    )
  }
}

async function compile(patterns: readonly OperatorPattern[]): Promise<OperatorPatterns> {
  const compiled = await compileOperatorPatterns(patterns)
  if (compiled.status === 'ready') return compiled.patterns
  const problems = compiled.problems.map(({ id, message }) => `${id}: ${message}`)
  throw new DrawbridgeError('invalid_configuration', `Patterns of "scrub" cannot be used. ${problems.join(' ')}`)
}
