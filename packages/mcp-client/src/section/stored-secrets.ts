import { DrawbridgeError } from '@drawbridge/core'
import { createScrubber } from '@drawbridge/core/scrub'
import type { House } from '@drawbridge/room'
import { createKeySource, createSecretRepository } from '@drawbridge/store/secrets'

const reference = /\$\{([a-z]*):?([^}]*)\}/g

/** True if settings that the database holds name stored secrets, so that a server is given their values. */
export function namesSecrets(settings: object): boolean {
  return JSON.stringify(settings).includes('${secret')
}

/** True if settings hold a secret in plain text, which the database would keep and show as it is. */
export function holdsSecret(settings: object): boolean {
  const text = JSON.stringify(settings)
  return createScrubber().scrub(text).text !== text
}

/**
 * Returns settings of a server that the database holds, with the values of the secrets that they name, which are hidden from now on.
 * @throws DrawbridgeError `invalid_option` for a reference to anything else, or to a secret that does not exist.
 */
export async function withSecrets<Settings extends object>(
  settings: Settings,
  { home, environment, clock, database, hide }: Pick<House, 'home' | 'environment' | 'clock' | 'database' | 'hide'>,
): Promise<Settings> {
  const text = JSON.stringify(settings)
  const wanted = [...text.matchAll(reference)]
  if (wanted.length === 0) return settings
  const keys = createKeySource({ home, environment })
  const values = await createSecretRepository({ database: await database.obtain(), keys, clock }).values()
  const resolved = (whole: string, kind: string, name: string) => {
    if (kind !== 'secret')
      throw invalid(
        `${JSON.stringify(whole)} cannot be used here. Keep the value under Credentials, and write \${secret:NAME}.`,
      )
    const value = values.get(name)
    if (value === undefined)
      throw invalid(`The secret ${JSON.stringify(name)} does not exist. Keep it first, under Credentials.`)
    hide(value)
    return value
  }
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(reference, resolved)
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaced(part)]))
  }
  return replaced(settings) as Settings
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
