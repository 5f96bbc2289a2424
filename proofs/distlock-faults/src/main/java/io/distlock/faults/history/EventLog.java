// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the events of one process as lines of JSON, to a file of its own. Each event is
 * one write of the operating system in append mode: what was written outlives
 * {@code kill -9}, and threads need no lock. A node that starts again writes to another
 * file, and goes on with other numbers of attempts.
 *
 * @since 0.1.0
 */
public final class EventLog implements AutoCloseable {

	/** The suffix of the files. */
	public static final String SUFFIX = ".jsonl";

	private static final long OPS_OF_A_START = 1_000_000;

	private static final JsonMapper JSON = JsonMapper.builder().build();

	private final String node;

	private final FileOutputStream file;

	private final AtomicLong ops;

	private EventLog(String node, FileOutputStream file, long firstOp) {
		this.node = node;
		this.file = file;
		this.ops = new AtomicLong(firstOp);
	}

	/**
	 * Opens a new file in a directory.
	 * @param directory the directory of the round, which is made if it is not there
	 * @param node the name of this process in the events
	 * @return the log
	 * @throws IOException if the file cannot be made
	 */
	public static EventLog open(Path directory, String node) throws IOException {
		Files.createDirectories(directory);
		int start = 0;
		while (!created(directory.resolve(node + "." + start + SUFFIX))) {
			start++;
		}
		Path path = directory.resolve(node + "." + start + SUFFIX);
		return new EventLog(node, new FileOutputStream(path.toFile(), true), start * OPS_OF_A_START);
	}

	private static boolean created(Path path) throws IOException {
		try {
			Files.createFile(path);
			return true;
		}
		catch (FileAlreadyExistsException ex) {
			return false;
		}
	}

	/**
	 * A number for an attempt that no other attempt of this node has, also over restarts.
	 * @return the number
	 */
	public long nextOp() {
		return this.ops.incrementAndGet();
	}

	/**
	 * Appends an event, of this node and this thread unless it says of whom it is.
	 * @param event the event
	 * @throws IOException if it cannot be written
	 */
	public void append(Event event) throws IOException {
		Event signed = event.node().isEmpty() ? event.by(this.node, Thread.currentThread().getName()) : event;
		byte[] json = JSON.writeValueAsBytes(signed);
		byte[] line = Arrays.copyOf(json, json.length + 1);
		line[json.length] = '\n';
		this.file.write(line);
	}

	@Override
	public void close() throws IOException {
		this.file.close();
	}

}
