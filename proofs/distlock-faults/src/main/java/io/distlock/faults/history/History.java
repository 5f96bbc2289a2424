// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * All events of a round, sorted by their time.
 *
 * @since 0.1.0
 */
public final class History {

	private static final JsonMapper JSON = JsonMapper.builder().build();

	private final List<Event> events;

	private History(List<Event> events) {
		this.events = events;
	}

	/**
	 * A history of events in any order.
	 * @param events the events
	 * @return the history
	 */
	public static History of(Collection<Event> events) {
		return new History(events.stream().sorted(Comparator.comparingLong(Event::at)).toList());
	}

	/**
	 * Reads what all processes of a round wrote. A last line without its end is left out,
	 * since its process was killed while it wrote.
	 * @param directory the directory of the round
	 * @return the history
	 * @throws IOException if a file cannot be read, or a line that is complete is no
	 * event
	 */
	public static History read(Path directory) throws IOException {
		List<Event> events = new ArrayList<>();
		try (Stream<Path> files = Files.list(directory)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(EventLog.SUFFIX)).sorted().toList()) {
				readFile(file, events);
			}
		}
		return of(events);
	}

	private static void readFile(Path file, List<Event> events) throws IOException {
		String text = Files.readString(file, StandardCharsets.UTF_8);
		String complete = text.substring(0, text.lastIndexOf('\n') + 1);
		for (String line : complete.lines().toList()) {
			events.add(parse(file, line));
		}
	}

	private static Event parse(Path file, String line) throws IOException {
		try {
			return JSON.readValue(line, Event.class);
		}
		catch (JacksonException ex) {
			throw new IOException("No event in " + file + ": " + line, ex);
		}
	}

	/**
	 * All events.
	 * @return the events, the earliest first
	 */
	public List<Event> events() {
		return this.events;
	}

	/**
	 * The events of some types.
	 * @param types the types
	 * @return the events, the earliest first
	 */
	public List<Event> events(EventType... types) {
		List<EventType> wanted = List.of(types);
		return this.events.stream().filter((event) -> wanted.contains(event.type())).toList();
	}

}
