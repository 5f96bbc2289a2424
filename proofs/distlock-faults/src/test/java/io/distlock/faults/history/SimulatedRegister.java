// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A correct guarded register: collects what holders send, and decides in the order of
 * time.
 */
final class SimulatedRegister {

	private final String key;

	private final List<Sent> sent = new ArrayList<>();

	private final Map<String, Long> read = new HashMap<>();

	private long fence;

	private long value;

	SimulatedRegister(String key) {
		this.key = key;
	}

	void send(long at, String node, long op, long token, String kind, boolean forced) {
		this.sent.add(new Sent(at, node, op, token, kind, forced));
	}

	void decide(List<Event> events) {
		this.sent.sort(Comparator.comparingLong(Sent::at));
		for (int i = 0; i < this.sent.size(); i++) {
			Sent sent = this.sent.get(i);
			boolean accepted = sent.token() >= this.fence || sent.forced();
			if (accepted) {
				accept(sent);
			}
			events.add(Events.register(this.key, sent.op(), sent.token(), i + 1, sent.kind(), accepted, this.value)
				.at(sent.at())
				.by(sent.node(), "w"));
		}
	}

	private void accept(Sent sent) {
		this.fence = Math.max(this.fence, sent.token());
		if (sent.kind().equals(Detail.READ)) {
			this.read.put(sent.node() + sent.op(), this.value);
		}
		else {
			this.value = this.read.getOrDefault(sent.node() + sent.op(), 0L) + 1;
		}
	}

	private record Sent(long at, String node, long op, long token, String kind, boolean forced) {

	}

}
