// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Makes a folder that comes first on the class path of nodes, and has the bug in it.
 *
 * @since 0.1.0
 */
public final class MutantBuild {

	private static final Path SOURCES = Path.of("src", "main");

	/**
	 * The modules that a bug may be in.
	 */
	private static final List<Path> MODULES = List.of(Path.of("distlock-core"), Path.of("distlock-spring"),
			Path.of("stores", "distlock-line"), Path.of("stores", "distlock-jdbc"),
			Path.of("stores", "distlock-transactions"), Path.of("stores", "distlock-redis"),
			Path.of("stores", "distlock-redlock"), Path.of("stores", "distlock-zookeeper"));

	private static final Path RESOURCES = Path.of("resources");

	private static final Path JAVA = Path.of("java");

	private final Path project;

	private final Path target;

	/**
	 * Create a build.
	 * @param target where folders are made, one for each mutant
	 */
	public MutantBuild(Path target) {
		this.project = project();
		this.target = target.toAbsolutePath();
	}

	/**
	 * Build a mutant.
	 * @param mutant the mutant
	 * @return the folder
	 * @throws IOException if a file cannot be read or written
	 * @throws IllegalStateException if a text is not there, or more than once, or what
	 * comes of it does not compile
	 */
	public Path build(Mutant mutant) throws IOException {
		Path folder = Files.createDirectories(this.target.resolve(mutant.name()));
		List<Path> classes = new ArrayList<>();
		for (Map.Entry<Path, String> patched : patched(mutant).entrySet()) {
			Path source = patched.getKey();
			if (source.startsWith(RESOURCES)) {
				write(folder.resolve(RESOURCES.relativize(source)), patched.getValue());
			}
			else {
				Path file = this.target.resolve(mutant.name() + "-sources").resolve(JAVA.relativize(source));
				write(file, patched.getValue());
				classes.add(file);
			}
		}
		if (!classes.isEmpty()) {
			compile(mutant, classes, folder);
		}
		return folder;
	}

	private Map<Path, String> patched(Mutant mutant) throws IOException {
		Map<Path, String> patched = new LinkedHashMap<>();
		for (Patch patch : mutant.patches()) {
			Path source = Path.of(patch.source());
			String before = patched.get(source);
			String content = (before != null) ? before : Files.readString(file(source));
			patched.put(source, patch.apply(mutant.name(), content));
		}
		return patched;
	}

	private Path file(Path source) {
		return MODULES.stream()
			.map((module) -> this.project.resolve(module).resolve(SOURCES).resolve(source))
			.filter(Files::isRegularFile)
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No module of %s has %s".formatted(MODULES, source)));
	}

	private static void write(Path file, String content) throws IOException {
		Files.createDirectories(file.getParent());
		Files.writeString(file, content);
	}

	/**
	 * Surefire has the class path in a jar of its own, which the compiler follows.
	 */
	private static void compile(Mutant mutant, List<Path> sources, Path folder) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter messages = new StringWriter();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
			boolean compiled = compiler
				.getTask(messages, files, null,
						List.of("-d", folder.toString(), "-proc:none", "-nowarn", "-parameters", "-classpath",
								System.getProperty("java.class.path")),
						null, files.getJavaFileObjectsFromPaths(sources))
				.call();
			if (!compiled) {
				throw new IllegalStateException("Mutant '%s' does not compile: %s".formatted(mutant.name(), messages));
			}
		}
	}

	/**
	 * Tests run in the folder of the module, and programs where they are started.
	 */
	private static Path project() {
		Path here = Path.of("").toAbsolutePath();
		return Stream.iterate(here, (folder) -> folder != null, Path::getParent)
			.filter((folder) -> Files.isDirectory(folder.resolve(MODULES.get(0))))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException(
					"There is no folder %s in or above %s".formatted(MODULES.get(0), here)));
	}

}
