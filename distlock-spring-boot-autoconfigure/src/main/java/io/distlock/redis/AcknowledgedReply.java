package io.distlock.redis;

/**
 * What a script returned, and who has its writes.
 *
 * @param reply what the script returned
 * @param replicas how many replicas have acknowledged its writes in time
 * @param local whether the master has them on disk; {@code true} where that was not asked
 * @since 0.1.0
 */
public record AcknowledgedReply(ScriptReply reply, long replicas, boolean local) {

}
