-- Most locks are free, and no other node waits for them. What is below concerns all others.
local value = redis.call('GET', KEYS[1])
local last = 0
if value then
  last = string.find(value, ' =', 34, true) == 34 and not string.find(value, ' ', 36, true)
    and string.sub(value, 36) ~= ARGV[1] and tonumber(string.sub(value, 1, 16))
end
if last then
  return grant(KEYS[1], last, value and string.sub(value, 17, 34), ' - ')
end
