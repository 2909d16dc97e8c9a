export type { Terminal } from '@drawbridge/room'
