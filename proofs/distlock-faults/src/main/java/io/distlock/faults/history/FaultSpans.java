// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * When which faults were there.
 *
 * @since 0.1.0
 */
public final class FaultSpans {

	private final List<Event> faults;

	private FaultSpans(List<Event> faults) {
		this.faults = faults;
	}

	public static FaultSpans of(History history) {
		return new FaultSpans(history.events(EventType.FAULT));
	}

	public boolean isEmpty() {
		return this.faults.isEmpty();
	}

	// From the first begin to the last end of all faults.
	public Optional<Span> all() {
		return isEmpty() ? Optional.empty()
				: Optional.of(new Span(this.faults.get(0).at(), lastEnd().orElse(Long.MAX_VALUE)));
	}

	// The keys that a fault leaves alone, none where it does not say.
	public Set<String> spared() {
		return this.faults.stream()
			.flatMap((fault) -> Stream.of(fault.text(Detail.SPARED).split(",")))
			.filter((key) -> !key.isEmpty())
			.collect(Collectors.toSet());
	}

	// When the last fault ended, if one did.
	public OptionalLong lastEnd() {
		return this.faults.stream()
			.filter((fault) -> fault.text(Detail.PHASE).equals(Detail.END))
			.mapToLong(Event::at)
			.max();
	}

	// Whether a process was killed at or after a time, so that what is missing from then
	// on says nothing. Until the end of the fault is noted it may still have written.
	public boolean killed(String node, long since) {
		return killedAt(node, since).isPresent();
	}

	// The latest time of that death.
	public OptionalLong killedAt(String node, long since) {
		return spans(Detail.KILL, node).stream().filter((span) -> span.to() >= since).mapToLong(Span::to).findFirst();
	}

	// How long a process stood still within a span of time.
	public long frozenNanos(String node, long from, long to) {
		return spans(Detail.FREEZE, node).stream().mapToLong((span) -> span.within(from, to)).sum();
	}

	private List<Span> spans(String name, String node) {
		List<Span> spans = new ArrayList<>();
		Long begin = null;
		for (Event fault : this.faults) {
			if (!fault.text(Detail.NAME).equals(name) || !fault.text(Detail.TARGET).equals(node)) {
				continue;
			}
			if (fault.text(Detail.PHASE).equals(Detail.BEGIN)) {
				begin = (begin != null) ? begin : fault.at();
			}
			else if (begin != null) {
				spans.add(new Span(begin, fault.at()));
				begin = null;
			}
		}
		if (begin != null) {
			spans.add(new Span(begin, Long.MAX_VALUE));
		}
		return spans;
	}

}
