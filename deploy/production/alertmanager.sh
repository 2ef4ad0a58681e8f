#!/bin/sh
# Starts Alertmanager with one receiver, by mail. Its configuration has no variables, so it is written here; the password is in a
# file of its own that only this user can read.
set -eu
umask 077
config=${ALERTMANAGER_CONFIG:-/tmp/alertmanager.yml}
missing=
for name in ALERT_MAIL_TO ALERT_MAIL_FROM ALERT_SMTP_HOST; do
  eval "value=\$$name"
  [ -n "$value" ] || missing="$missing $name"
done
if [ -n "$missing" ]; then
  echo "profile alerts: set$missing in .env" >&2
  exit 1
fi

# A YAML string of any text.
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }

printf %s "$ALERT_SMTP_PASSWORD" > "$config.password"
{
  cat <<YAML
route: { receiver: mail, group_by: [alertname], group_wait: 30s, group_interval: 5m, repeat_interval: 12h }
receivers:
  - name: mail
    email_configs:
      - to: $(quoted "$ALERT_MAIL_TO")
        from: $(quoted "$ALERT_MAIL_FROM")
        smarthost: $(quoted "$ALERT_SMTP_HOST")
        send_resolved: true
YAML
  [ -z "$ALERT_SMTP_USER" ] || cat <<YAML
        auth_username: $(quoted "$ALERT_SMTP_USER")
        auth_password_file: $(quoted "$config.password")
YAML
} > "$config"
exec alertmanager --config.file="$config" --storage.path=/alertmanager --cluster.listen-address=
