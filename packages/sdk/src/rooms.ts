import { questionsRoom } from '@drawbridge/questions'
import type { Room } from '@drawbridge/room'
import { hooksRoom } from './hook/hooks-room.ts'
import { jobsRoom } from './jobs/jobs-room.ts'
import { artifactRoom, fileRoom, runtimeRoom, webRoom } from './tools/native-rooms.ts'

/** The rooms that come with Drawbridge, in the order in which they are opened. A new capability is a package and a line here. */
export const builtInRooms: readonly Room[] = [
  fileRoom,
  runtimeRoom,
  artifactRoom,
  webRoom,
  hooksRoom,
  jobsRoom,
  questionsRoom,
]
