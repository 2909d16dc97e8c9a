import { defineRoom } from '@drawbridge/room'
import type { WebOptions } from '../web/web-options.ts'
import type { WebSection } from '../web/web-section.ts'

/** The tools for files. */
export const fileRoom = defineRoom({
  name: 'fs',
  loadTools: async () => (await import('@drawbridge/tools')).fileTools,
})

/** The tools that run programs. `runtime.credentialed_exec` is registered with its programs, which change while others run. */
export const runtimeRoom = defineRoom({
  name: 'runtime',
  loadTools: async () => (await import('@drawbridge/tools')).runtimeTools,
})

/** The tools for the web. The option `tools.web` of a program counts in place of its section. */
export const webRoom = defineRoom<WebOptions | WebSection>({
  name: 'web',
  loadSection: async () => (await import('../web/web-section.ts')).webSection,
  loadTools: async (section) => (await import('../web/web-rows.ts')).webRows(section),
})
