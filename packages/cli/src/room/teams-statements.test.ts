import { expect } from 'vitest'
import { mostDispatches } from '../../../teams/src/board/act-on-task.ts'
import { isEnded, taskEventTypes, taskStatuses } from '../../../teams/src/board/task.ts'
import { teamsRoom } from '../../../teams/src/room.ts'
import { checkTeamSettings } from '../../../teams/src/team/team.ts'
import { describeStatements } from '../__fixtures__/describe-statements.ts'

const own = 'packages/teams/src'
const here = 'packages/cli/src/room'
const acts = `${own}/board/act-on-task.test.ts`
const board = `${own}/board/board.test.ts`
const views = `${own}/board/view-tasks.test.ts`
const supervises = `${own}/dispatch/start-supervisor.test.ts`
const tells = `${own}/dispatch/announce-change.test.ts`
const leaves = `${own}/dispatch/who-works.test.ts`
const access = `${own}/team/team-access.test.ts`
const sees = `${own}/team/team-visibility.property.test.ts`
const room = `${here}/teams-room.test.ts`
const story = `${here}/teams-story.test.ts`
const folders = `${here}/team-folder.test.ts`
const turns = `${here}/team-turns.test.ts`
const briefs = `${here}/team-briefing.test.ts`
const talks = `${here}/team-conversations.test.ts`

describeStatements('the board of a team', [
  [
    'The lead puts tasks on it.',
    room,
    'works on a board: the lead creates, members claim and complete, a reviewer approves',
  ],
  [
    'It lists active, completed, reviewed or all tasks, by priority or the newest first.',
    views,
    'a list has the %s tasks, by %s',
  ],
  ['A list has pages.', views, 'a list has thirty tasks a page, and says if there are more'],
  [
    'It is searched by words and by meaning.',
    views,
    'tasks are found by words, and by meaning if there is an embedding model',
  ],
  [
    'A search without meaning still finds, and says what is missing.',
    views,
    'a search whose embedding model fails finds by words, and says so',
  ],
  ['A task shows its result and its comments.', briefs, 'a task shows its comments and its result to the team'],
  ['A member claims a pending task.', acts, 'is claimed by a member'],
  [
    'Of many claims one wins.',
    board,
    'gives one task to one of a thousand who claim it at once over several connections',
  ],
  ['That holds over processes.', `${own}/board/many-claims.test.ts`, 'have one winner, which owns the task'],
  ['The owner completes its task with a result.', acts, 'is completed by its owner'],
  [
    'A completed task lets those begin that waited for it.',
    board,
    'lets a task begin when all that it waits for is completed or cancelled',
  ],
  ['A cancelled one does as well.', board, 'lets a task begin when all that it waits for is completed or cancelled'],
  ['A failed one does not.', board, 'keeps a task waiting if what it waits for has failed'],
  [
    'No tasks wait for each other in a circle, and the error names it.',
    board,
    'refuses tasks that would wait for each other, with the path, and changes nothing',
  ],
  ['A task is given to another member.', acts, 'stops its run if it is assigned to another'],
  ['A task gets another priority.', acts, 'gets another priority'],
  [
    'Progress has a number from 0 to 100, which never goes back, and a step.',
    acts,
    'never goes back in progress, and progress renews its lease',
  ],
  ['Only files of the workspace of the team can be attached.', room, 'attaches only files of its folder'],
  ['Those can.', talks, 'members work in the folder of the team, or in that of the chat in which the task was created'],
  [
    'A failed task is tried again by the lead.',
    acts,
    'whose owner failed three times is given out again by the lead alone',
  ],
  [
    'A task has one of eight states.',
    () => {
      expect(taskStatuses.toSorted()).toEqual([
        ...['blocked', 'cancelled', 'completed', 'failed', 'in_progress', 'in_review', 'pending', 'stale'],
      ])
      expect(taskStatuses.filter((status) => isEnded({ status }))).toEqual(['completed', 'failed', 'cancelled'])
    },
  ],
  ['A refused task uses up no number.', board, 'uses up no number for a task that it refuses'],
  [
    'Nothing changes if what follows from a change cannot be kept.',
    board,
    'changes nothing if what follows from a change cannot be kept',
  ],
])

describeStatements('who works on tasks', [
  [
    'A free member gets its ready task of the highest priority, one at a time.',
    supervises,
    'gives a member one task at a time, the most important one first, and completes it with its last words',
  ],
  [
    'What a lead plans in one turn is given out when the turn ends, as it is then.',
    turns,
    'members work on tasks before the lead has cancelled them or said what they wait for',
  ],
  [
    'What a person puts on the board is given out at once.',
    turns,
    'a task that is put on the board at a terminal or by a call of its own waits for a turn',
  ],
  [
    'A process that dies before its turn ends loses nothing that it planned.',
    `${own}/dispatch/post-turn.test.ts`,
    'what a process planned that died before its turn ended is never given out',
  ],
  [
    'The members work in parallel.',
    briefs,
    'two members work at the same time: neither answers before both have begun',
  ],
  [
    'A whole graph of tasks is done once, in an order that its dependencies allow.',
    supervises,
    'two of them and twenty members do each task of a board once, in an order that the tasks allow',
  ],
  [
    'Killed supervisors and members lose nothing and repeat no completed task.',
    `${own}/dispatch/team-kills.test.ts`,
    'loses no task, repeats none that is completed, and keeps the order',
  ],
  [
    'The last words of a member are the result, unless it completed the task itself.',
    supervises,
    'gives a member one task at a time, the most important one first, and completes it with its last words',
  ],
  [
    'A task is given out three times at most.',
    supervises,
    'gives a task that comes to no end out three times, then it has failed and the lead learns it',
  ],
  ['That number is three.', () => expect(mostDispatches).toBe(3)],
  [
    'A task without a sign of life returns to the board when its lease ends.',
    supervises,
    'returns the task of a process that died to the board when its lease ends',
  ],
  ['It is stale until then.', acts, 'is not stale before its time'],
  ['Another member may take a stale task.', acts, 'of a stuck member may be claimed by another'],
  [
    'A run whose task is taken back is stopped.',
    supervises,
    'stops the run of a task that is taken back, and its words count for nothing',
  ],
  ['A member that has left works no more.', leaves, 'has left'],
  ['A member works for nobody whom the team does not work for.', leaves, 'may not work for the user any more'],
  [
    'A member cannot do what the run that created its task could not do.',
    story,
    'a member cannot do what the run that created its task was not allowed to do, %s',
  ],
  ['That holds after the run has ended.', story, 'after that run has ended'],
  ['That holds while its session is open.', story, 'while its session is open'],
  [
    'Runs of a team are in the sandbox where only main runs are not.',
    'packages/sdk/src/sandbox/sandboxing.test.ts',
    'with "non-main" those of every run but the main one',
  ],
  [
    'They work in the folder of the team, shared or one for each chat.',
    talks,
    'members work in the folder of the team, or in that of the chat in which the task was created',
  ],
  [
    'The lead reads and changes the files of its team in a conversation of its own.',
    folders,
    'is open to the lead in its own conversation: it finds, reads and changes what members left there',
  ],
  ['Nobody else does.', folders, 'stays closed to %s'],
  [
    'Who leads no more has the folder no more.',
    folders,
    'closes at the next call of a lead that leads no more, and opens to the next one, in conversations that go on',
  ],
  [
    'They need no other context than the message with the task.',
    briefs,
    'a member reads with its task what it needs: the team, the results before it, the last comments and the files',
  ],
])

describeStatements('reviews, blockers and questions', [
  ['The owner puts its task into review.', acts, 'is put into review by its owner'],
  ['A task that requires approval waits for it.', acts, 'waits for approval if it must be approved'],
  ['A reviewer approves, which completes the task and lets others begin.', acts, 'is completed by an approval'],
  ['Members do not approve.', acts, 'is not approved by a member'],
  ['Nobody approves its own work.', acts, 'is not approved by the reviewer who did it'],
  ['A rejected task goes back to its owner with the comment.', acts, 'goes back to its owner if it is rejected'],
  [
    'The owner does it again.',
    story,
    'plans, works in parallel, escalates a blocker, rejects and approves, and tells the lead the end',
  ],
  ['A rejected task without an owner is cancelled.', acts, 'is cancelled if it is rejected and has no owner'],
  ['Everybody in the team leaves notes.', acts, 'takes notes from all'],
  ['A blocker fails the task and stops its run.', acts, 'fails with a blocker, stops its run and calls the lead'],
  [
    'It reaches the lead at once, past other notices.',
    tells,
    'an escalation waits for no other notice, and others of one conversation are told together',
  ],
  ['A team may do without that.', tells, 'a team without escalation tells of a blocker as of any failure'],
  ['Only the owner reports a blocker.', acts, 'is not blocked by another member'],
  [
    'A task asks its user, and begins again with the answer.',
    supervises,
    'takes a task back while its user is asked, and gives it out again with the answer',
  ],
  [
    'It asks in the chat in which the task was created.',
    `${own}/dispatch/ask-user.test.ts`,
    'a question of a task reaches nobody in the chat in which the task was created',
  ],
  [
    'The user is reminded as often as the team wants, until the answer is there.',
    supervises,
    'reminds a user who does not answer as often as the team wants, once for all processes',
  ],
  [
    'Nobody is reminded of a question that was answered or cleared.',
    supervises,
    'asks and reminds nobody any more after "%s"',
  ],
  ['Reminders have a pause and a maximum.', acts, 'reminds its user when it is time, and counts that'],
  [
    'Quality gates of the lead judge results.',
    `${here}/quality-gates.test.ts`,
    'sends the result of a task back with its feedback until it passes',
  ],
])

describeStatements('people and agents in a team', [
  ['A team has a lead, members and reviewers.', access, 'knows %s as its %s'],
  ['Nobody has two parts.', access, 'an agent with two parts'],
  ['A person can do what a lead can, at the command line.', room, 'sees the board and can do what a lead can'],
  [
    'And over HTTP.',
    'packages/gateway/src/resources/rooms-in-use.test.ts',
    'an operator makes a team, puts a task on its board, acts on it, and sends mail that is not marked as read',
  ],
  [
    'Members may create tasks only if the team lets them.',
    talks,
    'a member puts tasks on the board only if the team lets it',
  ],
  ['The lead alone reads about its team in the prompt.', room, 'is described to its lead alone'],
  [
    'A lead gives work to its members without a link.',
    `${here}/delegation-life.test.ts`,
    'a lead gives work to its members without a link, and agent.list names those whom an agent may give work to',
  ],
  [
    'An agent further up cannot be given a task further down.',
    story,
    'a task that would lead back to an agent further up is refused with the circle',
  ],
  ['Users can be allowed, and others are not.', access, 'a user who is not on the list'],
  ['Users can be denied.', access, 'a denied user'],
  ['To deny wins over to allow.', access, 'a user who is allowed and denied'],
  ['Channels can be denied.', access, 'a denied channel'],
  ['Channels can be allowed, and others are not.', access, 'a channel that is not on the list'],
  ['The channels of the team itself are in no list.', access, 'lets its own runs in, whatever its channels are'],
  ['Settings that cannot be read close the team.', access, 'everybody if its settings are malformed'],
  [
    'Nothing happens for a closed team.',
    leaves,
    'gives nothing out, tells nothing and asks nobody for a team whose settings cannot be read, until they can',
  ],
  [
    'No task, message or file is seen by others, by any tool.',
    sees,
    'show tasks, comments, files and mail to nobody else, by any action, and let nobody else change them',
  ],
  [
    'No sequence of actions of members does what they may not do.',
    acts,
    'no sequence of actions by members makes a task that was not approved complete if it must be, or changes one that is over',
  ],
  [
    'The settings are named ones, with defaults.',
    () => {
      expect(checkTeamSettings({})).toEqual({
        ...{
          allowUsers: [],
          denyUsers: [],
          allowChannels: [],
          denyChannels: [],
          broadcast: 'all',
          memberRequests: false,
        },
        ...{ escalation: true, notifications: ['in_review', 'completed', 'failed'], workspace: 'shared' },
        ...{ reminderMinutes: 30, mostReminders: 3 },
      })
    },
  ],
  ['An unknown setting is refused by name.', access, 'names the setting that is wrong'],
])

describeStatements('messages and the record of a team', [
  [
    'An agent sends mail to one other.',
    room,
    'carries mail between its agents, each message read once, and to no other user',
  ],
  [
    'Mail to all reaches all others.',
    room,
    'carries mail between its agents, each message read once, and to no other user',
  ],
  [
    'The team may keep that to its lead.',
    room,
    'carries mail between its agents, each message read once, and to no other user',
  ],
  [
    'What is read is marked, and is not read again.',
    room,
    'carries mail between its agents, each message read once, and to no other user',
  ],
  ['Mail to oneself is refused.', `${here}/team-reports.test.ts`, 'an agent sends a message to itself'],
  ['Mail is no task.', `${here}/team-reports.test.ts`, 'a message to a teammate becomes a task that nobody asked for'],
  [
    'Mail wakes its recipient, who learns the team, its lead and the open tasks.',
    talks,
    'an agent that is woken for its mail learns who leads which team, and the tasks that are open to it',
  ],
  ['Results go back to the lead, in the name of the teammate.', tells, 'a result comes in the name of the teammate'],
  [
    'The lead learns them in its open conversation, and goes on.',
    story,
    'a lead whose conversation is open learns results there, and goes on by itself',
  ],
  [
    'It learns them in a conversation of its own.',
    talks,
    'a lead learns the result of what a member asked for in a conversation of its own, and not in that of the member',
  ],
  ['A team says of which changes its lead learns.', tells, 'a lead is told of %s'],
  ['A notice is kept until the lead can learn it.', supervises, 'keeps a notice until the lead can be told'],
  [
    'Each change is recorded with its author and its data.',
    board,
    'records each change with its author and data, and comments in their order',
  ],
  [
    'The record has these kinds of changes.',
    () => {
      expect(taskEventTypes).toEqual(
        expect.arrayContaining([
          ...['created', 'assigned', 'claimed', 'dispatched', 'progress', 'commented', 'updated', 'attached'],
          ...['reviewed', 'approved', 'rejected', 'completed', 'failed', 'cancelled', 'stale', 'retried'],
        ]),
      )
    },
  ],
  ['The record stays when the team is removed.', room, 'sees the board and can do what a lead can'],
  [
    'A story of a whole team runs, and each of its sessions replays equal.',
    `${here}/team-record.test.ts`,
    'comes to its end, and the record of each of its sessions replays equal',
  ],
  [
    'The same story is a demo.',
    'packages/cli/src/demo/run-team-demo.test.ts',
    'the demo of a team and the walk-through of its documentation tell the same story, and nothing is left behind',
  ],
  [
    'To work on a board needs no permission, as the calls of its runs are judged themselves.',
    () => {
      for (const tool of teamsRoom.tools ?? []) expect(tool).toMatchObject({ permission: 'readonly' })
    },
  ],
])
