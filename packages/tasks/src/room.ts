import { type EventFamily, scrubFields } from '@drawbridge/core/event'
import { defineRoom, loadLater, type ToolRow } from '@drawbridge/room'
import type { TasksSection } from './section.ts'
import type { TaskChanged } from './task-events.ts'

const taskEvents: EventFamily<{ readonly 'tasks.changed': TaskChanged }> = {
  'tasks.changed': {
    scrub: scrubFields('title'),
    line: ({ task, step, change }) => ({ task, ...(step === undefined ? {} : { step }), change }),
    replay: 'told',
    because: 'it tells of a task, not of a call',
    isWhole: ({ task }) => typeof task === 'string',
  },
}

type Load = ToolRow<TasksSection>['load']

/** All of them only read, as far as the world outside Drawbridge is concerned. */
const head = { permission: 'readonly', risk: 'safe', groups: ['tasks'] } as const

const row = (name: string, description: string, load: Load): ToolRow<TasksSection> => ({
  ...head,
  name,
  description,
  load,
})

/** Plans as graphs of steps, which many can work on at once: dependencies, atomic claims with leases, workers. */
export const tasksRoom = defineRoom<TasksSection>({
  name: 'tasks',
  loadSection: async () => (await import('./section.ts')).tasksSection,
  builtIn: { workers: { pool: 4, leaseSeconds: 300, heartbeatSeconds: 60 } },
  summary: 'the plans of agents as graphs of steps',
  tools: [
    row(
      'agent.plan_template',
      'Returns the parts that a good plan has, with an example. Use it before you plan work of many steps.',
      async () => (await import('./tools/templates.ts')).planTemplateTool(),
    ),
    row(
      'agent.task_template',
      'Returns the fields of agent.task_create, with an example for the kind of work.',
      async () => (await import('./tools/templates.ts')).taskTemplateTool(),
    ),
    row(
      'agent.task_create',
      'Saves a plan as a task: steps that depend on each other and that you or workers claim and do, several at once. For work that one run does in a row use todo.write.',
      async (house) => (await import('./tools/lead-tools.ts')).createTaskTool(house),
    ),
    row('agent.task_get', 'Reads a task: its steps with state, notes and results.', async (house) =>
      (await import('./tools/work-tools.ts')).getTaskTool(house),
    ),
    row('agent.task_list', 'Lists the tasks of this agent and user, latest first.', async (house) =>
      (await import('./tools/lead-tools.ts')).listTasksTool(house),
    ),
    row(
      'agent.task_update',
      'Changes the plan of an open task: adds steps, and changes or drops those that are still pending. All of the changes are made, or none.',
      async (house) => (await import('./tools/lead-tools.ts')).updateTaskTool(house),
    ),
    row(
      'agent.task_query_steps',
      'Lists the steps of a task, or with ready: true those that can be claimed now.',
      async (house) => (await import('./tools/work-tools.ts')).querySteps(house),
    ),
    row(
      'agent.task_claim_step',
      'Claims a ready step of a task, so that no one else does it, and returns its instructions and the results of the steps before it. The claim ends without a sign of life.',
      async (house, section) => (await import('./tools/work-tools.ts')).claimStepTool(house, section),
    ),
    row(
      'agent.task_update_step',
      'Reports on a step that you have claimed: still in progress, completed with its result, failed with the reason, or given back.',
      async (house, section) => (await import('./tools/work-tools.ts')).updateStepTool(house, section),
    ),
    row('agent.task_complete', 'Ends a task as completed. No step may be pending or in progress.', async (house) =>
      (await import('./tools/lead-tools.ts')).endTaskTool(house, 'completed'),
    ),
    row(
      'agent.task_fail',
      'Ends a task that cannot be done, with the reason. Steps that are not done are cancelled.',
      async (house) => (await import('./tools/lead-tools.ts')).endTaskTool(house, 'failed'),
    ),
    row(
      'agent.task_cancel',
      'Ends a task that is no longer wanted. Steps that are not done are cancelled, and their workers are stopped.',
      async (house) => (await import('./tools/lead-tools.ts')).endTaskTool(house, 'cancelled'),
    ),
    row(
      'agent.list_workers',
      'Lists the workers of your tasks and what they do, and how many of the pool are busy.',
      async (house, section) => (await import('./tools/worker-tools.ts')).listWorkersTool(house, section),
    ),
    {
      ...row(
        'agent.dispatch_worker',
        'Gives a ready step of a task to a worker, which works on it next to you and reports in the task. Without allowed_tools it only reads files. You get a message when it ends.',
        async (house, section) => (await import('./tools/worker-tools.ts')).dispatchWorkerTool(house, section),
      ),
      tags: ['agent'],
    },
  ],
  commands: [
    {
      path: ['tasks', 'list'],
      isDefault: true,
      summary: 'list the tasks of agents, latest first',
      load: async () => (await import('./commands/list-command.ts')).listCommand,
    },
    {
      path: ['tasks', 'show'],
      summary: 'print a task with its steps and results',
      load: async () => (await import('./commands/show-command.ts')).showCommand,
    },
    {
      path: ['tasks', 'watch'],
      summary: 'print changes of tasks as they happen',
      load: async () => (await import('./commands/watch-command.ts')).watchCommand,
    },
    {
      path: ['tasks', 'cancel'],
      summary: 'cancel a task, with the steps that are not done',
      load: async () => (await import('./commands/cancel-command.ts')).cancelCommand,
    },
  ],
  promptBlocks: [
    {
      name: 'open',
      place: 'latest',
      text: loadLater(async () => (await import('./open-tasks.ts')).openTasks),
    },
  ],
  loadRoutes: async () => (await import('./task-routes.ts')).taskRoutes,
  pages: [{ view: 'tasks', title: 'Tasks', needs: 'listTasks', order: 40, icon: 'list', shortcut: 'x' }],
  migrations: [{ name: '0001-tasks', load: () => import('./store/0001-tasks.ts') }],
  events: taskEvents,
})
