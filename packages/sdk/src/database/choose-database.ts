import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import type { StoreSection } from '@drawbridge/store/configuration'
import type { DatabaseOptions } from '@drawbridge/store/database'

export interface StoreSurroundings {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The place of persistent data: a database, or only files. */
export type StoreChoice =
  | { readonly kind: 'files' }
  | {
      readonly kind: 'database'
      readonly options: DatabaseOptions
      /** True if it was requested by the section `store` or the environment. */
      readonly isConfigured: boolean
    }

/**
 * Chooses the database. `DRAWBRIDGE_DATABASE_URL` takes precedence over everything but `files`. `DATABASE_URL` may belong to the
 * project in the workspace, so it counts only if the operator says `postgres` and gives no URL.
 */
export function chooseDatabase(section: StoreSection, { home, environment }: StoreSurroundings): StoreChoice {
  const durability = section.durability === undefined ? {} : { durability: section.durability }
  const pool = section.poolSize === undefined ? {} : { poolSize: section.poolSize }
  const postgres = (url: string): StoreChoice => ({
    kind: 'database',
    options: { kind: 'postgres', url, ...durability, ...pool },
    isConfigured: true,
  })
  if (section.kind === 'files') return { kind: 'files' }
  const own = environment.DRAWBRIDGE_DATABASE_URL ?? ''
  if (own !== '') return postgres(own)
  if (section.kind === 'postgres') {
    const url = section.url ?? environment.DATABASE_URL ?? ''
    if (url !== '') return postgres(url)
    throw new DrawbridgeError(
      'invalid_configuration',
      'store.kind is "postgres", but no address is configured: set store.url, DRAWBRIDGE_DATABASE_URL or DATABASE_URL.',
    )
  }
  return {
    kind: 'database',
    options: { kind: 'sqlite', file: join(home, 'drawbridge.db'), ...durability },
    isConfigured: section.kind === 'sqlite',
  }
}

/**
 * Returns the password of the database, which is concealed everywhere; none if it is too short to be distinguished from ordinary
 * words.
 */
export function passwordOf(choice: StoreChoice): readonly string[] {
  if (choice.kind === 'files' || choice.options.kind !== 'postgres' || !URL.canParse(choice.options.url)) return []
  const { password } = new URL(choice.options.url)
  return [...new Set([password, decoded(password)])].filter((text) => text.length >= 6)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
