// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;

import org.springframework.util.FileSystemUtils;

/**
 * A server in a process of its own, on a random loopback port, which tests may kill,
 * freeze and start again. It keeps its port for life.
 */
public abstract class ServerProcess implements AutoCloseable {

	private final Path folder;

	private final int port = ServerFiles.freePort();

	private Process process;

	private SmallDisk disk;

	/**
	 * Create a server that is not running yet.
	 * @param folder has its files
	 */
	protected ServerProcess(Path folder) {
		this.folder = folder;
	}

	/**
	 * Return the command that runs the server, over its data if it has any.
	 * @return the command
	 */
	protected abstract List<String> command();

	/**
	 * Return whether the server does its work.
	 * @return whether it does
	 */
	protected abstract boolean answers();

	/**
	 * Return what the server finds in its environment.
	 * @return the variables, none for most
	 */
	protected Map<String, String> environment() {
		return Map.of();
	}

	/**
	 * Start the server, or start it again over its data, and do not wait for an answer.
	 */
	public final void launch() {
		Map<String, String> environment = new HashMap<>(environment());
		if (ServerClock.isUsed()) {
			setClock(Duration.ZERO);
			environment.putAll(ServerClock.environment(clock()));
		}
		this.process = Lifeline.start(command(), log(), environment);
	}

	/**
	 * Set the wall clock of the server, which was started after
	 * {@link ServerClock#use()}.
	 * @param ahead how far it is ahead, in whole seconds, negative for behind
	 */
	public final void setClock(Duration ahead) {
		ServerClock.write(clock(), ahead);
	}

	private Path clock() {
		return this.folder.resolve("clock");
	}

	/**
	 * Wait until the server answers.
	 */
	public final void awaitAnswer() {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(20))
			.failFast("server ended: " + log(), () -> !this.process.isAlive())
			.until(this::answers);
	}

	/**
	 * Start the server again over its data, and wait until it answers.
	 */
	public final void restart() {
		kill();
		launch();
		awaitAnswer();
	}

	/**
	 * Start the server again without its data, and wait until it answers.
	 */
	public final void restartEmpty() {
		kill();
		deleteData();
		restart();
	}

	/**
	 * Copy the data of the server, which is frozen or does not run, in place of an
	 * earlier copy.
	 */
	public final void copyData() {
		delete(copy());
		copy(data(), copy());
	}

	/**
	 * Replace the data of the server, which does not run, by the copy.
	 */
	public final void restoreCopy() {
		deleteData();
		copy(copy(), data());
	}

	private void copy(Path from, Path to) {
		Lifeline.run(List.of("cp", "-a", "--sparse=always", from.toString(), to.toString()), log(), Map.of());
	}

	private Path copy() {
		return this.folder.resolve("copy");
	}

	/**
	 * Put all files of the server, which does not run, on a small disk.
	 * @param megabytes the size of the disk
	 */
	public final void limitDisk(int megabytes) {
		this.disk = SmallDisk.mount(this.folder, megabytes);
	}

	/**
	 * Fill the small disk of the server.
	 */
	public final void fillDisk() {
		this.disk.fill();
	}

	/**
	 * Make room on the small disk of the server again.
	 */
	public final void freeDisk() {
		this.disk.free();
	}

	/**
	 * Kill the server as {@code kill -9} does, also where it is frozen.
	 */
	public final void kill() {
		if (this.process != null) {
			Lifeline.kill(this.process);
		}
	}

	/**
	 * Stop all processes of the server with {@code SIGSTOP}: connections stay, nothing
	 * answers.
	 */
	public final void freeze() {
		Lifeline.signal(this.process, "-STOP");
	}

	/**
	 * Let what is frozen go on.
	 */
	public final void thaw() {
		Lifeline.signal(this.process, "-CONT");
	}

	public final int port() {
		return this.port;
	}

	public final Path log() {
		return this.folder.resolve("server.log");
	}

	@Override
	public void close() {
		kill();
		if (this.disk != null) {
			this.disk.unmount();
			this.disk = null;
		}
	}

	/**
	 * Return whether the server runs.
	 * @return whether it was started, and has not ended
	 */
	public final boolean isAlive() {
		return this.process != null && this.process.isAlive();
	}

	/**
	 * Return the process that was started last.
	 * @return the process
	 */
	protected final Process process() {
		return this.process;
	}

	/**
	 * Return the folder that has the files of the server.
	 * @return the folder
	 */
	protected final Path folder() {
		return this.folder;
	}

	/**
	 * Return where the server keeps its data.
	 * @return a folder, which may not be there yet
	 */
	protected final Path data() {
		return this.folder.resolve("data");
	}

	/**
	 * Delete the data of the server, which does not run.
	 */
	protected final void deleteData() {
		delete(data());
	}

	private static void delete(Path folder) {
		try {
			FileSystemUtils.deleteRecursively(folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Write a file for the server to read.
	 * @param name its name
	 * @param content what is in it
	 * @return the file
	 */
	protected final Path write(String name, String content) {
		Path file = this.folder.resolve(name);
		try {
			Files.writeString(file, content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return file;
	}

}
