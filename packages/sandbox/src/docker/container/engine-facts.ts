import { fail } from '@drawbridge/core'
import type { EngineClient } from '../engine/engine-client.ts'
import { hasStatus } from '../engine/engine-error.ts'
import { fieldOf, listOf, textOf } from '../engine/read-fields.ts'

import { ownSearchPath } from './own-programs.ts'

/** An image that the engine has. */
export interface ImageFacts {
  readonly id: string
  readonly searchPath: string
}

export interface EngineFacts {
  readonly isRootless: boolean
  readonly os: string
  readonly limitsMemory: boolean
  readonly limitsProcesses: boolean
  readonly securityOptions: readonly string[]
  readonly name: string
}

/**
 * Reads the facts about an image that the operator installed. Images are never pulled. Fails with `sandbox_unavailable` if it is
 * missing.
 */
export async function readImage(client: EngineClient, image: string): Promise<ImageFacts> {
  try {
    const found = await client.call({ method: 'GET', path: `/images/${encodeURIComponent(image)}/json` })
    const path = listOf(found, 'Config', 'Env')
      .map(String)
      .find((entry) => entry.startsWith('PATH='))
    return { id: textOf(found, 'Id'), searchPath: path?.slice('PATH='.length) || ownSearchPath }
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    const { kind } = await client.greeting()
    return fail(
      'sandbox_unavailable',
      `The sandbox needs the image "${image}", which the container engine does not have. Get it with "${kind} pull ${image}".`,
    )
  }
}

export async function readEngine(client: EngineClient): Promise<EngineFacts> {
  const info = await client.call({ method: 'GET', path: '/info' })
  const securityOptions = listOf(info, 'SecurityOptions').map(String)
  const { kind } = await client.greeting()
  return {
    name: `${kind === 'podman' ? 'Podman' : 'Docker'} ${textOf(info, 'ServerVersion')}`,
    isRootless:
      fieldOf(info, 'Rootless') === true || securityOptions.some((option) => option.includes('name=rootless')),
    os: textOf(info, 'OSType'),
    limitsMemory: fieldOf(info, 'MemoryLimit') === true,
    limitsProcesses: fieldOf(info, 'PidsLimit') === true,
    securityOptions,
  }
}
