import { gatewayRoom } from '@drawbridge/access/room'
import { agentsRoom, compactRoom } from '@drawbridge/agents'
import { codeRoom } from '@drawbridge/code-map'
import { customRoom } from '@drawbridge/custom-tools'
import { delegationRoom } from '@drawbridge/delegation'
import { knowledgeRoom } from '@drawbridge/knowledge'
import { mcpServerRoom } from '@drawbridge/mcp/room'
import { mcpRoom } from '@drawbridge/mcp-client/room'
import { memoryRoom } from '@drawbridge/memory'
import { modelsRoom } from '@drawbridge/models'
import { questionsRoom } from '@drawbridge/questions/room'
import type { Room } from '@drawbridge/room'
import { skillsRoom } from '@drawbridge/skills'
import { subagentsRoom } from '@drawbridge/subagents'
import { tasksRoom } from '@drawbridge/tasks'
import { teamsRoom } from '@drawbridge/teams'
import { timeRoom } from '@drawbridge/time'
import { todoRoom } from '@drawbridge/todo'
import { artifactsRoom } from './artifacts/artifacts-room.ts'
import { hooksRoom } from './hook/hooks-room.ts'
import { jobsRoom } from './jobs/jobs-room.ts'
import { fileRoom, runtimeRoom, webRoom, workspaceRoom } from './tools/native-rooms.ts'

/** The rooms that come with Drawbridge, in the order in which they are opened. A new capability is a package and a line here. */
export const builtInRooms: readonly Room[] = [
  fileRoom,
  runtimeRoom,
  workspaceRoom,
  artifactsRoom,
  webRoom,
  codeRoom,
  hooksRoom,
  jobsRoom,
  questionsRoom,
  agentsRoom,
  compactRoom,
  modelsRoom,
  mcpRoom,
  mcpServerRoom,
  todoRoom,
  timeRoom,
  memoryRoom,
  knowledgeRoom,
  customRoom,
  skillsRoom,
  gatewayRoom,
  tasksRoom,
  subagentsRoom,
  delegationRoom,
  teamsRoom,
]
