import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('system-tools', {
  reads: ['ps aux', 'ps -ef', 'pgrep node', "pgrep -f 'shutdown'", 'systemctl --version', 'pstree', 'free -m'],
  granted: {
    'systemctl status': ['systemctl status nginx'],
    'systemctl restart': ['systemctl restart nginx'],
    journalctl: ['journalctl -u nginx -n 50'],
  },
  riders: {
    printenv: ['printenv'],
    gdb: ["gdb -ex 'shell id'", 'gdb --args id'],
    at: ['at now'],
    crontab: ['crontab x', 'crontab -r'],
    systemctl: ['systemctl enable x', 'systemctl edit x', 'systemctl -H e status'],
    journalctl: ['journalctl --vacuum-size=1'],
    mount: ['mount /dev/sda /mnt'],
    ffmpeg: ['ffmpeg -i x ~/.bashrc'],
    pandoc: ['pandoc --filter id x', 'pandoc -o /root/x y'],
  },
})
