import type { SandboxExplanation } from '@drawbridge/sdk'

/** The places where calls run, in words that follow "run". */
export const places = {
  host: 'on this machine, without a sandbox',
  none: 'nowhere: such calls are refused',
  bubblewrap: 'in a bubblewrap sandbox',
  docker: 'in a container',
} as const satisfies Record<SandboxExplanation['runs_in'], string>
