import type { Room } from '@drawbridge/room'

/** The rooms that come with Drawbridge, in the order in which they are opened. A new capability is a package and a line here. */
export const builtInRooms: readonly Room[] = []
