import type { Scrubber } from '@drawbridge/core/scrub'
import { searchSecrets } from '@drawbridge/tools'
import type { Configuration } from '../config/configuration.ts'
import type { Credentials } from '../credentials/open-credentials.ts'
import { passwordOf } from '../database/choose-database.ts'
import type { HomeDatabase } from '../database/home-database.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { openScrubber } from './open-scrubber.ts'

export interface ScrubberSources {
  readonly configuration: Configuration | undefined
  readonly credentials: Credentials
  readonly database: HomeDatabase
}

/** The scrubber of a Drawbridge, with every secret that is known before anything runs. */
export async function scrubberOf(
  { scrub, tools: { web } = {} }: Pick<DrawbridgeOptions, 'scrub' | 'tools'>,
  { configuration, credentials, database }: ScrubberSources,
): Promise<Scrubber> {
  return openScrubber({
    registry: credentials.secrets,
    secrets: [
      ...(scrub?.secrets ?? []),
      ...searchSecrets(web?.search ?? []),
      ...(configuration?.scrub.values ?? []),
      ...passwordOf(await database.choice()),
    ],
    patterns: [...(configuration?.scrub.patterns ?? []), ...(scrub?.patterns ?? [])],
    serverAddresses: scrub?.serverAddresses ?? configuration?.scrub.serverAddresses ?? 'off',
  })
}
