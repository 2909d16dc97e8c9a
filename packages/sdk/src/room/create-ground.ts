import type { Clock } from '@drawbridge/core/base'
import type { SecretRegistry } from '@drawbridge/core/scrub'
import type { HouseDatabase, HouseGround } from '@drawbridge/room'

export interface GroundParts {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly database: HouseDatabase
  /** Takes what is decrypted, so that it never leaves. Default: nothing leaves that could be scrubbed. */
  readonly secrets?: SecretRegistry
}

/** The ground of a house. Nothing is opened or loaded for it. */
export function createGround({ secrets, ...parts }: GroundParts): HouseGround {
  return {
    ...parts,
    sealer: async () => {
      const { createKeySource, createSealer } = await import('@drawbridge/store/secrets')
      const { seal, open } = createSealer(createKeySource(parts))
      return {
        seal,
        open: async (column, row, envelope) => {
          const text = await open(column, row, envelope)
          secrets?.register(text, { scope: 'process', rule: 'credential' })
          return text
        },
      }
    },
  }
}
