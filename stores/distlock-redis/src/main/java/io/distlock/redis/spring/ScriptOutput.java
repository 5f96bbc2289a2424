// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.distlock.redis.transport.ScriptReply;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import org.jspecify.annotations.Nullable;

/**
 * Output of a script: an array of numbers and texts, or one number.
 */
final class ScriptOutput extends CommandOutput<byte[], byte[], ScriptReply> {

	private final List<Object> values;

	ScriptOutput() {
		this(new ArrayList<>(3));
	}

	private ScriptOutput(List<Object> values) {
		super(ByteArrayCodec.INSTANCE, new ScriptReply(values));
		this.values = values;
	}

	/**
	 * Begin an array, once more if a reply was cut and the request sent again.
	 */
	@Override
	public void multi(int count) {
		this.values.clear();
	}

	@Override
	public void set(long integer) {
		this.values.add(integer);
	}

	@Override
	public void set(@Nullable ByteBuffer bytes) {
		if (bytes == null) {
			setError("A script should return numbers and texts, but returned nothing");
		}
		else {
			this.values.add(StandardCharsets.UTF_8.decode(bytes).toString());
		}
	}

}
