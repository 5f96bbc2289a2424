// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.FileSystemUtils;

/**
 * Folders of test servers: programs are unpacked once per machine, data lives in a folder
 * of its own that goes with the JVM.
 */
public final class ServerFiles {

	private static final int FIRST_PORT = 12_000;

	private static final int LAST_PORT = 32_000;

	private static final Set<Integer> GIVEN_PORTS = ConcurrentHashMap.newKeySet();

	private static final ReentrantLock UNPACKING = new ReentrantLock();

	private static final Path HOME = Path.of(System.getProperty("java.io.tmpdir"),
			"distlock-test-servers-" + System.getProperty("user.name"));

	private static final Path MEMORY = Path.of("/dev/shm");

	private ServerFiles() {
	}

	/**
	 * Unpack programs, or make what they begin with, unless a former run did.
	 * @param name the name of the folder, with the version
	 * @param unpacker writes into an empty folder
	 * @return the folder
	 */
	public static Path programs(String name, Unpacker unpacker) {
		Path target = HOME.resolve(name);
		UNPACKING.lock();
		try {
			if (!Files.isDirectory(target)) {
				Files.createDirectories(HOME);
				Path staging = Files.createTempDirectory(HOME, name + "-unpacking");
				unpacker.unpackInto(staging);
				moveUnlessThere(staging, target);
			}
			return target;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			UNPACKING.unlock();
		}
	}

	/**
	 * Make a folder that goes with this JVM.
	 * @param name what its name begins with
	 * @return the folder
	 */
	public static Path newDataFolder(String name) {
		return newFolder(HOME, name);
	}

	/**
	 * Make a folder in memory where the machine has such, for a server that waits for the
	 * disk and cannot be told not to.
	 */
	static Path newDataFolderInMemory(String name) {
		return newFolder(Files.isWritable(MEMORY) ? MEMORY.resolve(HOME.getFileName()) : HOME, name);
	}

	private static Path newFolder(Path parent, String name) {
		try {
			Files.createDirectories(parent);
			Path folder = Files.createTempDirectory(parent, name + "-data");
			Runtime.getRuntime().addShutdownHook(new Thread(() -> FileSystemUtils.deleteRecursively(folder.toFile())));
			return folder;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Unpack an archive that is on the class path.
	 * @param resource the archive, compressed in any way
	 * @param target the folder to unpack into
	 * @throws IOException if it cannot be unpacked
	 */
	public static void untar(String resource, Path target) throws IOException {
		InputStream packed = Objects.requireNonNull(ServerFiles.class.getResourceAsStream(resource),
				() -> resource + " is not on the class path: this platform has no binaries of the server");
		try (InputStream compressed = new BufferedInputStream(packed);
				InputStream plain = CompressorStreamFactory.getSingleton()
					.createCompressorInputStream(CompressorStreamFactory.detect(compressed), compressed);
				TarArchiveInputStream tar = new TarArchiveInputStream(new BufferedInputStream(plain))) {
			for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
				write(tar, entry, target);
			}
		}
		catch (CompressorException ex) {
			throw new IOException(ex);
		}
	}

	/**
	 * Copy programs that lie on the class path one by one.
	 * @param pattern finds them
	 * @param after what comes before their paths in the folder
	 * @param target the folder to copy into
	 * @throws IOException if one cannot be copied
	 */
	public static void copy(String pattern, String after, Path target) throws IOException {
		for (Resource resource : new PathMatchingResourcePatternResolver().getResources(pattern)) {
			String url = resource.getURL().toString();
			Path file = target.resolve(url.substring(url.indexOf(after) + after.length()));
			if (!url.endsWith("/")) {
				Files.createDirectories(file.getParent());
				try (InputStream content = resource.getInputStream()) {
					Files.copy(content, file);
				}
				file.toFile().setExecutable(true);
			}
		}
	}

	/**
	 * Return a port that is free now. It is below those that systems give to connections,
	 * which might take it before the server does, and is returned once: the servers of a
	 * cluster get all of their ports before the first one starts.
	 * @return the port
	 */
	public static int freePort() {
		while (true) {
			int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
			if (!GIVEN_PORTS.add(port)) {
				continue;
			}
			try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
				return socket.getLocalPort();
			}
			catch (BindException ex) {
				// Another one, then.
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path target) throws IOException {
		Path file = target.resolve(entry.getName()).normalize();
		if (entry.isDirectory()) {
			Files.createDirectories(file);
			return;
		}
		Files.createDirectories(file.getParent());
		if (entry.isSymbolicLink()) {
			Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
		}
		else {
			Files.copy(tar, file, StandardCopyOption.REPLACE_EXISTING);
			file.toFile().setExecutable((entry.getMode() & 0100) != 0, false);
		}
	}

	private static void moveUnlessThere(Path staging, Path target) throws IOException {
		try {
			Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (FileSystemException ex) {
			FileSystemUtils.deleteRecursively(staging);
			if (!Files.isDirectory(target)) {
				throw ex;
			}
		}
	}

	/**
	 * Unpacks the programs of one server.
	 */
	public interface Unpacker {

		/**
		 * Unpack them.
		 * @param folder an empty folder
		 * @throws IOException if that fails
		 */
		void unpackInto(Path folder) throws IOException;

	}

}
