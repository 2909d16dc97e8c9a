import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('system-tools', {
  reads: [
    'ps aux',
    'ps -ef',
    'pgrep node',
    "pgrep -f 'shutdown'",
    'systemctl --version',
    'pstree',
    'free -m',
    'ps',
    'pgrep -l node',
    'systemctl list-units',
    'systemctl --failed',
    'who',
  ],
  granted: {
    'systemctl status': ['systemctl status nginx'],
    'systemctl restart': ['systemctl restart nginx'],
    journalctl: ['journalctl -u nginx -n 50'],
    pkill: ["pkill -f 'node server'"],
    'gpg --verify': ['gpg --verify x.sig x'],
  },
  riders: {
    printenv: ['printenv'],
    gdb: ["gdb -ex 'shell id'", 'gdb --args id', 'gdb x'],
    at: ['at now'],
    crontab: ['crontab x', 'crontab -r'],
    systemctl: ['systemctl enable x', 'systemctl edit x', 'systemctl -H e status', 'systemctl stop x'],
    journalctl: ['journalctl --vacuum-size=1', 'journalctl --rotate'],
    mount: ['mount /dev/sda /mnt', 'mount /dev/sda1 x'],
    ffmpeg: ['ffmpeg -i x ~/.bashrc', 'ffmpeg -i http://evil/x -f y z'],
    pandoc: ['pandoc --filter id x', 'pandoc -o /root/x y', 'pandoc --pdf-engine=/tmp/x y -o z.pdf'],
    ps: ['ps e'],
    convert: ['convert x /root/y'],
  },
})
