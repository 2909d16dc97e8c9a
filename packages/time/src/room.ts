import { defineRoom } from '@drawbridge/room'

/** The date and time, and waiting. */
export const timeRoom = defineRoom({
  name: 'time',
  tools: [
    {
      name: 'time.now',
      description:
        'Tells the current date, weekday and time in a time zone, with its offset from UTC. Without a time zone in that of this machine.',
      permission: 'readonly',
      risk: 'safe',
      load: async () => (await import('./now.ts')).now(),
    },
    {
      name: 'time.wait',
      description:
        'Waits up to 300 seconds and then tells the time. For something that needs a while, such as a server that starts. To wait for a background process use runtime.process.',
      permission: 'readonly',
      risk: 'safe',
      load: async () => (await import('./wait.ts')).wait(),
    },
  ],
})
