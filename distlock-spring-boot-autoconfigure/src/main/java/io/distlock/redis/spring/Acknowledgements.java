package io.distlock.redis.spring;

import java.util.List;

import io.distlock.redis.AcknowledgedReply;
import io.distlock.redis.Acknowledgement;
import io.distlock.redis.ScriptReply;
import org.jspecify.annotations.Nullable;

/**
 * The commands {@code WAIT} and {@code WAITAOF}.
 */
final class Acknowledgements {

	private Acknowledgements() {
	}

	static String command(Acknowledgement wanted) {
		return wanted.durable() ? "WAITAOF" : "WAIT";
	}

	static List<String> arguments(Acknowledgement wanted) {
		String replicas = Integer.toString(wanted.replicas());
		String timeout = Long.toString(Math.max(1, wanted.timeout().toMillis()));
		return wanted.durable() ? List.of("1", replicas, timeout) : List.of(replicas, timeout);
	}

	static AcknowledgedReply reply(ScriptReply script, @Nullable Object answer, Acknowledgement wanted) {
		if (answer instanceof List<?> both && both.size() == 2) {
			return new AcknowledgedReply(script, number(both.get(1)), number(both.get(0)) >= 1);
		}
		return new AcknowledgedReply(script, number(answer), !wanted.durable());
	}

	private static long number(@Nullable Object value) {
		if (value instanceof Number number) {
			return number.longValue();
		}
		throw new IllegalArgumentException("The server should say how many replicas, but said '%s'".formatted(value));
	}

}
