import { join } from 'node:path'
import { env } from 'node:process'
import type { UnapprovedSetting } from '@drawbridge/sandbox'
import type { ContainmentState } from '@drawbridge/sandbox/contain'
import type { Configuration } from '../config/configuration.ts'
import { placeSettings } from '../config/place-settings.ts'
import { sensitivityOf } from '../config/sensitivity-of.ts'
import { unapprovedSetting } from '../config/unapproved-setting.ts'
import { realUserHome } from '../home/real-user-home.ts'
import { createLazyContainment } from './lazy-containment.ts'

export interface ExamineContainmentOptions {
  readonly home: string
  /** Real path. */
  readonly workspace: string
  /** Undefined if there is none, or if it cannot be read. */
  readonly configuration: Configuration | undefined
}

/** The setting for unapproved commands, and the machine's ability to contain those of a workspace. */
export interface ExaminedContainment {
  readonly setting: UnapprovedSetting
  readonly state: ContainmentState
}

/** Makes the trial start. Leaves nothing behind. */
export async function examineContainment(options: ExamineContainmentOptions): Promise<ExaminedContainment> {
  const { home, workspace, configuration } = options
  const userHome = realUserHome()
  await using containment = createLazyContainment({
    scratch: join(home, 'cache', 'contained'),
    userHome,
    searchPath: env.PATH ?? '',
  })
  const place = containment.in({
    workspace,
    home,
    userHome,
    readRoots: configuration?.readRoots ?? [],
    writeRoots: configuration?.writeRoots ?? [],
    temporaryFolder: placeSettings(configuration?.layers).temporaryFolder,
    sensitivity: sensitivityOf(configuration?.layers, workspace),
  })
  return { setting: unapprovedSetting(configuration?.layers), state: await place.state() }
}
