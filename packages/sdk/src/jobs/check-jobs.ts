import type { Finding, HouseGround } from '@drawbridge/room'
import { findJobs } from './open-jobs.ts'

const mostListed = 1_000

/** Reports jobs whose every attempt failed. */
export async function checkJobs(ground: HouseGround): Promise<Finding> {
  await using queue = await findJobs(ground)
  const dead = (await queue?.list({ state: 'dead', limit: mostListed })) ?? []
  if (dead.length === 0) return { status: 'ok', message: 'No job has failed permanently.' }
  const count =
    dead.length === mostListed
      ? `${mostListed} or more jobs have`
      : `${dead.length} ${dead.length === 1 ? 'job has' : 'jobs have'}`
  return {
    status: 'warn',
    message: `${count} failed in every attempt, the newest of kind ${dead[0]?.kind}: ${dead[0]?.lastError ?? 'no reason was recorded'}`,
    advice: 'See `drawbridge jobs list --state dead`, then `drawbridge jobs retry ID` or `drawbridge jobs remove ID`.',
  }
}
