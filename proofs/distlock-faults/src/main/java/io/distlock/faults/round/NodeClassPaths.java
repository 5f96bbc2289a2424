// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.io.File;
import java.nio.file.Path;

/**
 * The class paths of the nodes of a campaign, in the order of their starts.
 *
 * @param odd the class path of the first node and every second node after it
 * @param even the class path of the other nodes
 * @since 0.1.0
 */
public record NodeClassPaths(String odd, String even) {

	/**
	 * Let all nodes run this build.
	 * @return the class paths
	 */
	public static NodeClassPaths own() {
		return beside(ownClassPath());
	}

	/**
	 * Let all nodes run a patched build.
	 * @param patch folder with the patched classes
	 * @return the class paths
	 */
	public static NodeClassPaths patched(Path patch) {
		String patched = patch + File.pathSeparator + ownClassPath();
		return new NodeClassPaths(patched, patched);
	}

	/**
	 * Let every second node run another build.
	 * @param other the class path of the other build, with its fault injection
	 * @return the class paths
	 */
	public static NodeClassPaths beside(String other) {
		return new NodeClassPaths(ownClassPath(), other);
	}

	private static String ownClassPath() {
		return System.getProperty("java.class.path");
	}

	/**
	 * Return the class path of a node.
	 * @param started the number of started nodes, including this one
	 * @return the class path
	 */
	String ofNode(int started) {
		return (started % 2 == 1) ? this.odd : this.even;
	}

}
