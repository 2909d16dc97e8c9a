import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

/** The section `tasks` of the configuration. */
export interface TasksSection {
  readonly workers?: WorkersSection | undefined
}

/** The workers of a process. */
export interface WorkersSection {
  /** The most workers that run at once in one process. */
  readonly pool?: number | undefined
  /** The time without a sign of life after which a claimed step is given back, in seconds. */
  readonly leaseSeconds?: number | undefined
  /** The interval of the signs of life of a running worker, in seconds. */
  readonly heartbeatSeconds?: number | undefined
}

/** The values where nothing is set. */
export const builtInWorkers = { pool: 4, leaseSeconds: 300, heartbeatSeconds: 60 } as const satisfies WorkersSection

/** The section for the configuration. */
export const tasksSection: RoomSection<TasksSection> = {
  schema: z
    .strictObject({
      workers: z
        .strictObject({
          pool: z
            .int()
            .min(1)
            .max(64)
            .optional()
            .describe('The most workers that run at once in one process. Default 4.'),
          leaseSeconds: z
            .int()
            .min(10)
            .max(86_400)
            .optional()
            .describe('The time without a sign of life after which a claimed step is given back. Default 300.'),
          heartbeatSeconds: z
            .int()
            .min(1)
            .max(3_600)
            .optional()
            .describe('The interval of the signs of life of a running worker. Shorter than the lease. Default 60.'),
        })
        .optional(),
    })
    .refine(
      ({ workers: { leaseSeconds, heartbeatSeconds } = {} }) =>
        (heartbeatSeconds ?? builtInWorkers.heartbeatSeconds) < (leaseSeconds ?? builtInWorkers.leaseSeconds),
      {
        path: ['workers', 'heartbeatSeconds'],
        message: 'must be shorter than workers.leaseSeconds (300 if it is not set)',
      },
    ),
}

/** Returns the settings of workers, in milliseconds. */
export function workerSettings({ workers = {} }: TasksSection = {}): {
  readonly pool: number
  readonly leaseMs: number
  readonly heartbeatMs: number
} {
  const { pool = builtInWorkers.pool, leaseSeconds = builtInWorkers.leaseSeconds } = workers
  const { heartbeatSeconds = builtInWorkers.heartbeatSeconds } = workers
  return { pool, leaseMs: leaseSeconds * 1_000, heartbeatMs: heartbeatSeconds * 1_000 }
}
