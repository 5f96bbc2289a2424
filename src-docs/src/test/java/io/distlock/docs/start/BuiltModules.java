// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.spi.ToolProvider;

import org.springframework.util.FileSystemUtils;

/**
 * The modules of this build in a Maven repository of their own, as if a reader had
 * installed them, beside what the build has downloaded.
 */
final class BuiltModules {

	private static final String SETTINGS = """
			<settings>
				<profiles>
					<profile>
						<id>built</id>
						<repositories>
							<repository><id>built</id><url>%1$s</url></repository>
							<repository><id>downloaded</id><url>%2$s</url></repository>
						</repositories>
						<pluginRepositories>
							<pluginRepository><id>downloaded</id><url>%2$s</url></pluginRepository>
						</pluginRepositories>
					</profile>
				</profiles>
				<activeProfiles><activeProfile>built</activeProfile></activeProfiles>
			</settings>
			""";

	private final Path folder;

	private BuiltModules(Path folder) {
		this.folder = folder;
	}

	/**
	 * Offer the modules on the class path, and the parents of all.
	 * @param root the folder of the whole build
	 * @param folder where to put them
	 */
	static BuiltModules offer(Path root, Path folder) throws IOException {
		BuiltModules modules = new BuiltModules(folder.toAbsolutePath());
		FileSystemUtils.deleteRecursively(folder.resolve("local/io/distlock"));
		for (String parent : new String[] { "", "src-build/parent", "distlock-bom" }) {
			modules.add(root.resolve(parent).resolve("pom.xml"), null);
		}
		for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
			Path target = Path.of(entry).toAbsolutePath().getParent();
			if (target.endsWith("target")) {
				modules.add(target.resolveSibling("pom.xml"), Path.of(entry));
			}
		}
		Files.writeString(modules.settings(), SETTINGS.formatted(modules.folder.resolve("built").toUri(),
				Path.of(System.getProperty("docs.repository")).toUri()));
		return modules;
	}

	private void add(Path pom, Path classes) throws IOException {
		String artifact = artifact(Files.readString(pom));
		String version = System.getProperty("docs.version");
		Path directory = this.folder.resolve("built/io/distlock").resolve(artifact).resolve(version);
		Files.createDirectories(directory);
		String name = artifact + "-" + version;
		Files.copy(pom, directory.resolve(name + ".pom"), StandardCopyOption.REPLACE_EXISTING);
		if (classes != null) {
			offerJar(classes, directory.resolve(name + ".jar"));
		}
	}

	private static String artifact(String pom) {
		String own = pom.replaceFirst("(?s)<parent>.*?</parent>", "");
		return own.replaceFirst("(?s).*?<artifactId>(.*?)</artifactId>.*", "$1");
	}

	private static void offerJar(Path classes, Path jar) throws IOException {
		if (Files.isRegularFile(classes)) {
			Files.copy(classes, jar, StandardCopyOption.REPLACE_EXISTING);
			return;
		}
		Files.createDirectories(classes);
		ToolProvider.findFirst("jar")
			.orElseThrow()
			.run(System.out, System.err, "cf", jar.toString(), "-C", classes.toString(), ".");
	}

	private Path settings() {
		return this.folder.resolve("settings.xml");
	}

	/**
	 * Copy files into an empty folder.
	 * @param name of the folder
	 * @param files what each has in it, by its path
	 */
	StartedProject project(String name, Map<String, String> files) throws IOException {
		return StartedProject.create(this.folder.resolve(name), this.settings(), this.folder.resolve("local"), files);
	}

}
