package io.distlock.faults.mutant;

/**
 * A bug that is put into the library: a text of one of its sources, in the place of which
 * there is another.
 *
 * @param name what it is called
 * @param source the file, below {@code distlock-spring-boot-autoconfigure/src/main}, as
 * in {@code resources/io/distlock/redis/release.lua}
 * @param text what is there exactly once
 * @param replacement what is there instead
 * @since 0.1.0
 */
public record Mutant(String name, String source, String text, String replacement) {

}
