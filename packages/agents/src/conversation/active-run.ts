import { randomUUID } from 'node:crypto'
import type { RunEndReason } from '@drawbridge/core/event'
import type { RunStop } from '../loop/run-parts.ts'

/** A run that goes on. */
export interface ActiveRun {
  readonly id: string
  readonly stop: RunStop
  /** Ends it, for the first reason that is given. */
  end(why: { readonly reason: RunEndReason; readonly message: string }): void
}

/** Begins a run that can be ended from outside. */
export function beginActiveRun(): ActiveRun {
  const controller = new AbortController()
  let why: ReturnType<RunStop['reason']>
  return {
    id: newId('run'),
    stop: { signal: controller.signal, reason: () => why },
    end: (reason) => {
      why ??= reason
      controller.abort()
    },
  }
}

/** Makes an id that is unique in its session. */
export function newId(kind: string): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`
}
