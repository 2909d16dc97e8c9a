import type { EngineClient } from '../engine/engine-client.ts'
import { hasStatus } from '../engine/engine-error.ts'
import { listOf, numberOf, textOf, textsOf } from '../engine/read-fields.ts'
import { labels } from './container-body.ts'
import { removePlaceholders } from './placeholders.ts'

export interface OwnedContainer {
  readonly id: string
  readonly name: string
  readonly createdMs: number
  readonly labels: Readonly<Record<string, string>>
}

/** All containers of one Drawbridge home, running or not. */
export async function listOwnedContainers(client: EngineClient, owner: string): Promise<readonly OwnedContainer[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: [`${labels.owner}=${owner}`] }))
  const found = await client.call({ method: 'GET', path: `/containers/json?all=true&filters=${filters}` })
  return (Array.isArray(found) ? found : []).map((entry) => ({
    id: textOf(entry, 'Id'),
    name: String(listOf(entry, 'Names')[0] ?? '').replace(/^\//, ''),
    createdMs: (numberOf(entry, 'Created') ?? 0) * 1000,
    labels: textsOf(entry, 'Labels'),
  }))
}

/** Ends and removes a container, and the placeholders that no other one needs. Ignores a missing container. */
export async function removeContainer(client: EngineClient, owner: string, id: string): Promise<void> {
  const before = await listOwnedContainers(client, owner)
  try {
    await client.call({ method: 'DELETE', path: `/containers/${id}?force=true&v=true` })
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
  }
  const needed = new Set(before.filter((other) => other.id !== id).flatMap(placeholdersOf))
  const own = before.filter((other) => other.id === id).flatMap(placeholdersOf)
  await removePlaceholders(own.filter((path) => !needed.has(path)))
}

function placeholdersOf(container: OwnedContainer): readonly string[] {
  try {
    const paths: unknown = JSON.parse(container.labels[labels.placeholders] ?? '[]')
    return Array.isArray(paths) ? paths.map(String) : []
  } catch {
    return []
  }
}
