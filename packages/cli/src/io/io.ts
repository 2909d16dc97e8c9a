export type { Interruption, Io, TextOutput } from '@drawbridge/room'
