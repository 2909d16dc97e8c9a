import { questionsRoom } from '@drawbridge/questions'
import type { Room } from '@drawbridge/room'
import { jobsRoom } from './jobs/jobs-room.ts'

/** The rooms that come with Drawbridge, in the order in which they are opened. A new capability is a package and a line here. */
export const builtInRooms: readonly Room[] = [jobsRoom, questionsRoom]
