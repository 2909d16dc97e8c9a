import { defineRoom } from '@drawbridge/room'

/** Work that outlives its process, and messages that a recipient gets once: the services, what operators do with jobs, a check. */
export const jobsRoom = defineRoom({
  name: 'jobs',
  summary: 'background jobs',
  commands: [
    {
      path: ['jobs', 'list'],
      isDefault: true,
      summary: 'list jobs, newest first',
      load: async () => (await import('./jobs-commands.ts')).jobsList,
    },
    {
      path: ['jobs', 'show'],
      summary: 'show one job with its payload and its last error',
      load: async () => (await import('./jobs-commands.ts')).jobsShow,
    },
    {
      path: ['jobs', 'retry'],
      summary: 'give a dead job all its attempts again',
      load: async () => (await import('./jobs-commands.ts')).jobsRetry,
    },
    {
      path: ['jobs', 'remove'],
      summary: 'remove a job that is not running',
      load: async () => (await import('./jobs-commands.ts')).jobsRemove,
    },
  ],
  checks: [{ name: 'jobs', needsDatabase: true, load: async () => (await import('./check-jobs.ts')).checkJobs }],
  loadRoutes: async () => (await import('./job-routes.ts')).jobRoutes,
  pages: [{ view: 'jobs', title: 'Jobs', needs: 'listJobs', order: 90, icon: 'layers', shortcut: 'j' }],
  provides: {
    jobQueue: async (house) => (await import('./open-jobs.ts')).openJobs(house),
    outbox: async (house) => (await import('./open-jobs.ts')).openOutbox(house),
  },
})
