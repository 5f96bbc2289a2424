// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * A file system of limited size, mounted over the folder of a server, which tests may
 * fill. Its data is in memory.
 */
public final class SmallDisk {

	private static final int CHUNK_BYTES = 64 * 1024;

	/**
	 * Copies the folder into the file system that hides it.
	 */
	private static final String MOUNT = """
			t=$(mktemp -d) && cp -a --sparse=always "$1/." "$t" && mount -t tmpfs -o size="$2"m distlock "$1" \
			&& cp -a --sparse=always "$t/." "$1" && rm -rf "$t"
			""";

	private final Path folder;

	private SmallDisk(Path folder) {
		this.folder = folder;
	}

	/**
	 * Tell why this machine has no small disks.
	 * @return the reason, empty if it has
	 */
	public static String unavailable() {
		return Probe.MOUNTS ? "" : "a small disk requires Linux and a process that may mount a tmpfs";
	}

	/**
	 * Put a folder with all its files on a small disk.
	 * @param folder the folder
	 * @param megabytes the size of the disk
	 * @return the disk
	 */
	static SmallDisk mount(Path folder, int megabytes) {
		run(folder, "sh", "-c", MOUNT, "sh", folder.toString(), String.valueOf(megabytes));
		Runtime.getRuntime().addShutdownHook(new Thread(() -> unmount(folder)));
		return new SmallDisk(folder);
	}

	/**
	 * Fill all space with a file.
	 */
	void fill() {
		try (FileChannel file = FileChannel.open(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
			while (true) {
				file.write(ByteBuffer.allocate(CHUNK_BYTES));
			}
		}
		catch (IOException ex) {
			// There is no space left.
		}
	}

	/**
	 * Delete the file that fills the space.
	 */
	void free() {
		try {
			Files.deleteIfExists(filler());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path filler() {
		return this.folder.resolve("filler");
	}

	/**
	 * Unmount the disk; its files are gone.
	 */
	void unmount() {
		unmount(this.folder);
	}

	private static void unmount(Path folder) {
		try {
			new ProcessBuilder("umount", "-l", folder.toString()).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start()
				.waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static void run(Path folder, String... command) {
		Lifeline.run(List.of(command), folder.resolveSibling(folder.getFileName() + ".log"), Map.of());
	}

	private static final class Probe {

		private static final boolean MOUNTS = mounts();

		private static boolean mounts() {
			Path folder = ServerFiles.newDataFolder("disk");
			try {
				mount(folder, 1).unmount();
				return true;
			}
			catch (IllegalStateException | UncheckedIOException ex) {
				return false;
			}
		}

	}

}
