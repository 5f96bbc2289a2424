-- Most locks that are released belong to the owner, and no other node waits for them. What is below concerns all others.
local value = redis.call('GET', KEYS[1])
if value and string.find(value, ARGV[1] .. ' - ', 35, true) == 35 then
  local last = (ARGV[2] ~= '0') and ARGV[2] or string.sub(value, 1, 16)
  if not redis.pcall('SET', KEYS[1], last .. string.sub(value, 17, 34) .. '=' .. ARGV[1], 'KEEPTTL').err then
    return 1
  end
end
