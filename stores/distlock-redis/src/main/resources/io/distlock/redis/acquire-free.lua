-- Most locks are free, and no other node waits for them. What is below concerns all others.
local value = redis.call('GET', KEYS[1])
local last = 0
if value then
  local found, since, owner = string.match(value, '^([0-8]%d+) ([0-8]%d+) =(%S+)$')
  last = owner and #found == 16 and #since == 16 and owner ~= ARGV[1] and tonumber(found)
end
if last then
  return grant(KEYS[1], last, value and string.sub(value, 17, 34), ' - ')
end
